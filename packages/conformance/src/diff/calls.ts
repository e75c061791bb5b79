import fc from 'fast-check';
import type { CaseRequest } from '../http/service.ts';

/** Stands for the identifiers of a run, in requests and in responses. Each service gets another one of this length. */
export const shownIdentifier = 'diff-identifier';

/** Makes `usual` values most often, and shrinks the `others` to them. */
function usually<T>(weight: number, usual: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]) {
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: usual }, ...others);
}

/** Ends of identifiers that servers decode, compare or route wrongly. */
const suffixes = [
  ...['A', 'a', '%41', '%20', '+', '%2B', '%C3%A9', 'e%CC%81', '%F0%9F%98%80', 'x'.repeat(250)],
  ...['%2F', '%252F', '%5C', '/', '/b', '?x=1', '%3Fx=1', '%00', '%22%3Cb%3E', '%zz', '%FF'],
];

/** Most requests are about few records, so that they affect each other. */
const targets = usually(
  10,
  usually(6, fc.constant(''), fc.constantFrom('-b', '-c'), fc.constantFrom(...suffixes)).map(
    (suffix) => `/${shownIdentifier}${suffix}`,
  ),
  fc.constant('/'),
);

/** JSON texts of coordinates. The last ones are not finite numbers. */
const numbers = usually(
  8,
  fc.integer({ min: -90, max: 90 }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('-0', '1E2', '-1.50', '0.1', '1e-7', '1e15', '1e21', '12345678901234567890.5', '90.1'),
  fc.constantFrom('9007199254740993', '0.30000000000000004', '5e-324', '-180.5', '1.7976931348623157e308'),
  fc.constantFrom('1e999', '01', '.5', '1.', 'NaN', '"1"', 'null', 'true', '[1]'),
);

/** JSON texts of descriptions, or none. The last ones are not strings, or not valid. */
const descriptions = usually(
  4,
  fc.constant(undefined),
  fc.constantFrom('"a"', '"b"'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('""', 'null', '" a "', '"é"', '"e\u0301"', '"😀"', '"\\ud83d\\ude00"', '"\\u0000"'),
  fc.constantFrom('"\\u001f\\n\\"\\\\"', '"<b>&amp;"', '"\u2028\ufeff"', '"%41+"', '"\\/"', '"__proto__"'),
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
  16,
  fc.constant(['application/json']),
  fc.constantFrom(['Application/JSON'], ['application/json; charset=utf-8'], ['application/json;x']),
  fc.constantFrom([], ['text/plain'], ['application/jsonx'], ['application/x-www-form-urlencoded']),
);

const writes = fc
  .record({ method: fc.constantFrom('POST', 'PUT'), target: targets, types: contentTypes, body: bodies })
  .map(({ types, ...request }) => ({
    ...request,
    headers: types.map((type) => ['Content-Type', type] as const),
  }));

const others = fc.record({
  method: usually(6, fc.constant('GET'), fc.constant('HEAD'), fc.constantFrom('OPTIONS', 'PATCH')),
  target: targets,
});

const removals = fc.record({ method: fc.constant('DELETE'), target: targets });

const requests: fc.Arbitrary<CaseRequest> = fc.oneof(
  {
    weight: 7,
    arbitrary: usually<CaseRequest>(
      1,
      fc.constant({ method: 'GET', target: `/${shownIdentifier}` }),
      others,
      fc.constant({ method: 'GET', target: '/' }),
    ),
  },
  { weight: 10, arbitrary: writes },
  { weight: 3, arbitrary: removals },
);

/** What decides whether a call of a sequence is made. */
export interface Sequence {
  /** Whether the sequence ends before the next call. */
  isOver: () => boolean;
  /** Whether the services have no records of others, which a faulty one could delete without an identifier. */
  readonly isAlone: boolean;
}

/** Sends a request to both services. */
export type Send = (request: CaseRequest) => Promise<void>;

/** Sends one request to both services. */
class Call implements fc.AsyncCommand<Sequence, Send> {
  readonly #request: CaseRequest;

  constructor(request: CaseRequest) {
    this.#request = request;
  }

  check({ isOver, isAlone }: Sequence): boolean {
    const { method, target } = this.#request;
    return !isOver() && (isAlone || method !== 'DELETE' || target !== '/');
  }

  run(_sequence: Sequence, send: Send): Promise<void> {
    return send(this.#request);
  }
}

/** Sequences of up to 40 calls. */
export const sequences = fc.commands([requests.map((request) => new Call(request))], {
  maxCommands: 40,
  size: 'max',
});
