import fc from 'fast-check';
import type { CaseRequest } from '../http/service.ts';

/**
 * Stands for the identifiers of a run, in requests and in responses. Each service gets another one of this
 * length.
 */
export const shownIdentifier = 'diff-identifier';

/** Makes `usual` values most often, and shrinks the `others` to them. */
function usually<T>(weight: number, usual: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]) {
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, ...others);
}

/** Ends of identifiers that servers decode, compare or route wrongly. */
const suffixes = [
  ...['', '-b', 'A', 'a', '%41', '%20', '+', '%2B', '%C3%A9', 'e%CC%81', '%F0%9F%98%80', '.', '.json', ';b'],
  ...['%2F', '%252F', '%5C', '/', '/b', '?x=1', '%3Fx=1', '%00', '%22%3Cb%3E', '%zz', '%FF', 'x'.repeat(250)],
];

/** The targets of a sequence: few, so that its requests affect each other. */
export const targets = fc
  .tuple(fc.constantFrom(...suffixes), fc.constantFrom(...suffixes))
  .map((ends) => ['', ...ends].map((end) => `/${shownIdentifier}${end}`).concat('/'));

/** The index of a target of the sequence. */
const targetIndex = usually(3, fc.constant(0), fc.constant(1), fc.constant(2), fc.constant(3));

/** JSON texts of coordinates. The last ones are not finite numbers. */
const numbers = usually(
  16,
  usually(
    4,
    // So few that some writes change only one of the coordinates.
    fc.nat(3).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.constantFrom('-0', '1E2', '-1.50', '0.1', '1e-7', '1e15', '1e21', '12345678901234567890.5', '90.1'),
    fc.constantFrom('9007199254740993', '0.30000000000000004', '5e-324', '-180.5', '1.7976931348623157e308'),
  ),
  fc.constantFrom('1e999', '01', '.5', '1.', 'NaN', '"1"', 'null', 'true', '[1]'),
);

/** JSON texts of descriptions, or none. The last ones are not strings, or not valid. */
const descriptions = usually(
  16,
  usually(
    2,
    fc.constant(undefined),
    fc.constantFrom('"a"', '"b"', '""', 'null'),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
    fc.constantFrom('" a "', '"é"', '"e\u0301"', '"😀"', '"\\ud83d\\ude00"', '"a\\u0000b"', '"a\\r\\nb"'),
    fc.constantFrom('"\\u001f\\"\\\\"', '"<b>&amp;"', '"\u2028\ufeff"', '"%41+"', '"\\/"', '"__proto__"'),
  ),
  fc.constantFrom('5', 'true', '{}', '["a"]', '"\\ud800"', '"\t"', "'a'", '"a'),
);

const locations = fc
  .record({ description: descriptions, latitude: numbers, longitude: numbers })
  .map(({ description, latitude, longitude }) => {
    const described = description === undefined ? '' : `"description":${description},`;
    return `{${described}"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`;
  });

const coordinates = '"coordinates":{"latitude":1,"longitude":2}';

/** Locations in other notations, and texts that are not Locations. */
const unusualBodies = [
  ` {\n"coordinates" : {"longitude":2, "latitude":1} , "description":"a" }\n`,
  `{"description":"dropped","description":"a",${coordinates}}`,
  `\ufeff{${coordinates}}`,
  `{"unknown":1,${coordinates}}`,
  `{"__proto__":{},${coordinates}}`,
  '{"coordinates":{"latitude":1,"longitude":2,"altitude":3}}',
  '{"coordinates":{"latitude":1}}',
  '{"coordinates":[1,2]}',
  '{"coordinates":null}',
  '{"latitude":1,"longitude":2}',
  `[{${coordinates}}]`,
  `{${coordinates},}`,
  `{${coordinates}}}`,
  ...['', ' ', '{', '{}', '[]', 'null', 'a=1&b=2'],
];

/** The number of characters of a body that are read (SPEC section 8). */
const limit = 4096;

/** Bodies whose length is about the limit, and bodies with more behind it. */
const longBodies = fc
  .record({ filler: fc.constantFrom('x', 'é', '😀'), over: fc.constantFrom(0, 1, -1, limit) })
  .chain(({ filler, over }) => {
    const rest = `",${coordinates}}`;
    const start = '{"description":"';
    const described = start + filler.repeat(limit + over - start.length - rest.length) + rest;
    return fc.constantFrom(described, `${`{${coordinates}}`.padEnd(limit + over)}}`);
  });

/** Bytes that are not UTF-8. */
const latin1 = Uint8Array.from(`{"description":"caf\xe9",${coordinates}}`, (char) => char.charCodeAt(0));

const bodies = usually<string | Uint8Array>(
  16,
  locations,
  fc.constantFrom(...unusualBodies),
  fc.constantFrom(...unusualBodies),
  longBodies,
  fc.constant(latin1),
);

const contentTypes = usually<readonly string[]>(
  24,
  fc.constant(['application/json']),
  fc.constantFrom(['Application/JSON'], ['application/json; charset=utf-8'], ['application/json;x']),
  fc.constantFrom(
    [],
    ['text/plain'],
    ['text/json'],
    ['application/jsonx'],
    ['application/x-www-form-urlencoded'],
  ),
);

const writes = fc
  .record({ method: fc.constantFrom('POST', 'POST', 'PUT'), targetIndex, types: contentTypes, body: bodies })
  .map(({ types, ...call }) => ({
    ...call,
    headers: types.map((type) => ['Content-Type', type] as const),
  }));

/** A request whose target depends on its sequence. */
interface CallOptions extends Omit<CaseRequest, 'target'> {
  readonly targetIndex: number;
}

const calls = fc.oneof<fc.MaybeWeightedArbitrary<CallOptions>[]>(
  { weight: 6, arbitrary: fc.record({ method: fc.constant('GET'), targetIndex }) },
  { weight: 2, arbitrary: fc.constant({ method: 'GET', targetIndex: 3 }) },
  { weight: 10, arbitrary: writes },
  { weight: 2, arbitrary: fc.record({ method: fc.constant('DELETE'), targetIndex }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constantFrom('HEAD', 'OPTIONS', 'PATCH'), targetIndex }) },
);

/** What the calls of a sequence depend on. */
export interface Sequence {
  readonly targets: readonly string[];
  /**
   * Whether the services have no records of others, which a faulty one could delete without an identifier.
   */
  readonly isAlone: boolean;
  /** Whether the sequence ends before the next call. */
  readonly isOver: () => boolean;
}

/** Sends a request to both services. */
export type Send = (request: CaseRequest) => Promise<void>;

class Call implements fc.AsyncCommand<Sequence, Send> {
  readonly #options: CallOptions;

  constructor(options: CallOptions) {
    this.#options = options;
  }

  check(sequence: Sequence): boolean {
    const { method, target } = this.#request(sequence);
    return !sequence.isOver() && (sequence.isAlone || method !== 'DELETE' || target !== '/');
  }

  run(sequence: Sequence, send: Send): Promise<void> {
    return send(this.#request(sequence));
  }

  #request({ targets }: Sequence): CaseRequest {
    const { targetIndex, ...request } = this.#options;
    return { ...request, target: targets[targetIndex] as string };
  }
}

/** Sequences of up to 40 requests. */
export const sequences = fc.commands([calls.map((options) => new Call(options))], {
  maxCommands: 40,
  size: 'max',
});
