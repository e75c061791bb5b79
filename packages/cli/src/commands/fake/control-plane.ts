import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse, isBelowBasePath, parseBasePath } from '@location-records/core/adapter-kit';
import { breakingOff, type Duration, type Fake } from '@location-records/testing';
import { checkFault } from './fault-description.ts';
import { viewJournal } from './journal-view.ts';
import { checkMembers, decodeText, InputError, isObject, parseJson } from './members.ts';
import { parseSeed } from './seed.ts';
import type { SteeredFake } from './steered-fake.ts';

/** The path below the service at which a fake is steered. It has two segments, where no identifier can be (D45). */
export const controlPath = '/-/fake';

/** How many bytes of a body are read, at most. */
const maxBody = 64 * 2 ** 20;

/** The requests that are for the control plane are not in the journal. */
const explanation = { clause: 'D45', reason: 'the control plane of the fake' };

/** What a route of the control plane gets. */
interface Call {
  readonly steered: SteeredFake;
  readonly query: URLSearchParams;
  /** The body as text. */
  text(): Promise<string>;
  /** The last segment of the path, where the route has a variable one. */
  readonly name: string;
}

/** Returns what is sent as JSON. */
type Action = (call: Call) => unknown;

/** The routes below `/-/fake`, by their methods. `*` stands for one segment. */
const routes: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '': { GET: ({ steered }) => describe(steered) },
  health: { GET: () => ({ status: 'ok' }) },
  faults: {
    GET: ({ steered }) => steered.faults,
    async POST({ steered, text }) {
      const number = steered.addFault(checkFault(parseJson(await text())));
      return faultWith(steered, number);
    },
    DELETE({ steered }) {
      steered.removeFaults();
      return describe(steered);
    },
  },
  'faults/*': {
    GET: ({ steered, name }) => faultWith(steered, numberIn(name)) ?? missing(name),
    DELETE: ({ steered, name }) => (steered.removeFault(numberIn(name)) ? describe(steered) : missing(name)),
  },
  delay: {
    GET: ({ steered }) => ({ milliseconds: steered.delay }),
    async PUT({ steered, text }) {
      const value = parseJson(await text());
      if (!isObject(value)) throw new InputError('A delay must be an object, such as {"milliseconds":200}.');
      checkMembers(value, ['milliseconds']);
      steered.delay = value.milliseconds as Duration;
      return { milliseconds: steered.delay };
    },
    DELETE({ steered }) {
      steered.delay = 0;
      return { milliseconds: 0 };
    },
  },
  seed: {
    GET: ({ steered }) => steered.seed,
    async PUT({ steered, text }) {
      steered.replaceSeed(await parseSeed(await text()));
      return describe(steered);
    },
  },
  reset: {
    POST({ steered }) {
      steered.reset();
      return describe(steered);
    },
  },
  journal: {
    GET: ({ steered, query }) => viewJournal(steered.fake, query),
    DELETE({ steered }) {
      steered.fake.journal.clear();
      return describe(steered);
    },
  },
};

/**
 * Makes the handler of a steered fake: `/-/fake` and what is below it steers, everything else goes to the fake.
 */
export function withControlPlane(steered: SteeredFake, basePath: string): Handler {
  const baseSegments = parseBasePath(basePath);
  const serve = breakingOff((request) => steered.fake.handle(request));
  return async (request) => {
    const url = controlUrl(request.target, baseSegments);
    if (!url) return explainFaults(steered.fake, request, serve);
    const response = await respond(steered, request, url, baseSegments.length);
    return { ...response, body: request.method === 'HEAD' ? '' : response.body, explanation };
  };
}

/** Responds with the fake. The explanation also names the faults, or them alone where the service gave none. */
async function explainFaults(
  { journal }: Fake,
  request: LocationRequest,
  serve: Handler,
): Promise<LocationResponse> {
  const responding = serve(request);
  // The fake has added the entry before its first wait.
  const names = journal.entries.at(-1)?.faults.join(', ') ?? '';
  const response = await responding;
  if (names === '') return response;
  const { clause, reason } = response.explanation ?? {};
  const explanation =
    clause === undefined
      ? { clause: 'fault', reason: names }
      : { clause, reason: `${reason}; fault: ${names}` };
  return { ...response, explanation };
}

/** The URL of a target that is for the control plane. */
function controlUrl(target: string, baseSegments: readonly string[]): URL | undefined {
  const isPath = !target.startsWith('//') && URL.canParse(target, 'http://host');
  if (!isPath || !isBelowBasePath(target, baseSegments)) return undefined;
  const url = new URL(target, 'http://host');
  const below = url.pathname.split('/').slice(1 + baseSegments.length);
  return `/${below.slice(0, 2).join('/')}` === controlPath ? url : undefined;
}

async function respond(
  steered: SteeredFake,
  request: LocationRequest,
  url: URL,
  baseLength: number,
): Promise<LocationResponse> {
  const path = url.pathname.split('/').slice(3 + baseLength);
  const name = path.at(-1) ?? '';
  const route = path.length === 2 && name !== '' ? `${path[0]}/*` : path.join('/');
  const actions = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (!actions) return errorResponse(404, unknownRoute(path));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const allow = [...Object.keys(actions), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS')
    return { status: 200, headers: { Allow: allow, 'Content-Length': '0' }, body: '' };
  const action = Object.hasOwn(actions, method) ? actions[method] : undefined;
  if (!action) {
    const refused = errorResponse(405, 'Method not allowed');
    return { ...refused, headers: { ...refused.headers, Allow: allow } };
  }
  try {
    return jsonResponse(
      await action({ steered, query: url.searchParams, text: () => readText(request), name }),
    );
  } catch (error) {
    if (error instanceof MissingError) return errorResponse(404, error.message);
    if (error instanceof InputError) return errorResponse(400, error.message);
    throw error;
  }
}

function unknownRoute(path: readonly string[]): string {
  const known = Object.keys(routes).filter((route) => /^\w+$/.test(route));
  return `Nothing is at ${controlPath}/${path.join('/')}. Known: ${known.join(', ')}.`;
}

/** @throws {InputError} when it is too large, or not UTF-8. */
async function readText(request: LocationRequest): Promise<string> {
  const bytes = await request.body(maxBody + 1);
  if (bytes.length > maxBody) throw new InputError(`The body must not be larger than ${maxBody} bytes.`);
  return decodeText(bytes, 'The body');
}

function jsonResponse(value: unknown): LocationResponse {
  const body = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status: 200, headers, body };
}

/** A fault that a path names is not there. */
class MissingError extends Error {}

/** The number in a path; none for other ways to write it, such as `0x1`. */
function numberIn(name: string): number {
  return /^[1-9]\d*$/.test(name) ? Number(name) : Number.NaN;
}

function missing(number: string): never {
  throw new MissingError(`There is no fault ${number}.`);
}

function faultWith({ faults }: SteeredFake, number: number): object | undefined {
  return faults.find((fault) => (fault as { readonly number: number }).number === number);
}

function describe({ fake, seed, delay, faults }: SteeredFake): object {
  return {
    records: fake.records.size,
    seed: seed.length,
    delay: { milliseconds: delay },
    faults,
    journal: fake.journal.entries.length,
  };
}
