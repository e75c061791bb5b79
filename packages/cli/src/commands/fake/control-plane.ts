import {
  type Handler,
  InvalidArgumentError,
  type LocationRecord,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { errorResponse, parseBasePath, segmentsBelow } from '@location-records/core/adapter-kit';
import { FormatError, parseRecords } from '@location-records/formats';
import type { Fake, Fault, Journal, JournalMatch } from '@location-records/testing';
import type { Scopes } from './scopes.ts';

/** The path below the service that controls a fake. It has two segments, where no identifier can be (D45). */
export const controlPath = '/-/fake';

/** The field with which a request names its scope. */
export const scopeField = 'x-location-records-scope';

/** The maximum size of a body, in bytes. */
const maxBody = 64 * 2 ** 20;

/**
 * The media types of bodies with records or a fault: none that a form of a web page can send without a
 * preflight. The content decides.
 */
const mediaTypes = [
  'application/json',
  'application/geo+json',
  'application/geo+json-seq',
  'application/x-ndjson',
  'text/csv',
];

/** Requests for the control plane are not in the journal. */
const explanation = { clause: 'D45', reason: 'the control plane of the fake' };

/** A request to the control plane. */
interface Call {
  readonly scopes: Scopes;
  /** The name of the scope that the request is about. */
  readonly scope: string;
  /** The fake of that scope, which is created when it is read. */
  readonly fake: Fake;
  readonly query: URLSearchParams;
  /** The last segment of the path, if the route has a variable one. */
  readonly name: string;
  /** The body as text. */
  text(): Promise<string>;
}

/** Returns what is sent as JSON. */
type Action = (call: Call) => unknown;

/** The routes below `/-/fake`, by their methods. `*` stands for one segment. */
const routes: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '': { GET: ({ fake }) => describe(fake) },
  records: {
    async PUT({ scopes, scope, text }) {
      scopes.seed(scope, await recordsIn(await text()));
      return describe(scopes.get(scope));
    },
  },
  faults: {
    GET: ({ fake }) => viewFaults(fake),
    async POST({ fake, text }) {
      const { number } = fake.faults.add(parseJson(await text()) as Fault);
      return viewFaults(fake).find((fault) => fault.number === number);
    },
    DELETE({ fake }) {
      fake.faults.clear();
      return describe(fake);
    },
  },
  'faults/*': {
    DELETE({ fake, name }) {
      const fault = [...fake.faults].find(({ number }) => String(number) === name);
      if (!fault) throw new MissingError(`There is no fault ${name}.`);
      fault.remove();
      return describe(fake);
    },
  },
  journal: {
    GET: ({ fake, query }) => viewJournal(fake.journal, query),
    DELETE({ fake }) {
      fake.journal.clear();
      return describe(fake);
    },
  },
  reset: {
    POST({ fake }) {
      fake.reset();
      return describe(fake);
    },
  },
  scopes: {
    GET: ({ scopes }) => scopes.names,
    DELETE({ scopes }) {
      scopes.clear();
      return [];
    },
  },
  'scopes/*': {
    DELETE({ scopes, name }) {
      if (!scopes.remove(name)) throw new MissingError(`There is no scope ${JSON.stringify(name)}.`);
      return scopes.names;
    },
  },
};

/**
 * Creates the handler of fakes: requests below `/-/fake` control them, all others go to the fake of their
 * scope.
 */
export function withControlPlane(scopes: Scopes, basePath: string): Handler {
  const baseSegments = parseBasePath(basePath);
  return async (request) => {
    const scope = request.headers[scopeField]?.join(', ') ?? '';
    const [dash, name, ...path] = segmentsBelow(request.target, baseSegments) ?? [];
    if (dash !== '-' || name !== 'fake') return scopes.get(scope).handle(request);
    const response = await respond(scopes, scope, request, path);
    return { ...response, body: request.method === 'HEAD' ? '' : response.body, explanation };
  };
}

async function respond(
  scopes: Scopes,
  scope: string,
  request: LocationRequest,
  path: readonly string[],
): Promise<LocationResponse> {
  const name = path[1] ?? '';
  const route = path.length === 2 && name !== '' ? `${path[0]}/*` : path.join('/');
  const actions = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (!actions) {
    const known = Object.keys(routes).filter((route) => /^\w+$/.test(route));
    return errorResponse(404, `Nothing is at ${controlPath}/${path.join('/')}. Known: ${known.join(', ')}.`);
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const allow = [...Object.keys(actions), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') {
    return { status: 200, headers: { Allow: allow, 'Content-Length': '0' }, body: '' };
  }
  const action = Object.hasOwn(actions, method) ? actions[method] : undefined;
  if (!action) {
    const refused = errorResponse(405, 'Method not allowed');
    return { ...refused, headers: { ...refused.headers, Allow: allow } };
  }
  try {
    const query = new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1]);
    const text = () => readText(request);
    const call: Call = {
      ...{ scopes, scope, query, name, text },
      get fake() {
        return scopes.get(scope);
      },
    };
    return jsonResponse(await action(call));
  } catch (error) {
    if (error instanceof MissingError) return errorResponse(404, error.message);
    if (error instanceof MediaTypeError) return errorResponse(415, error.message);
    const isInput = [InputError, InvalidArgumentError, FormatError].some((kind) => error instanceof kind);
    if (isInput) return errorResponse(400, (error as Error).message);
    throw error;
  }
}

function describe(fake: Fake): object {
  return {
    records: fake.records.size,
    faults: viewFaults(fake),
    journal: fake.journal.entries.length,
  };
}

function viewFaults(fake: Fake) {
  return [...fake.faults].map(({ number, row, timesMet }) => ({ number, ...row, timesMet }));
}

const parameters = ['method', 'target', 'status', 'outcome'];

/** @throws {InputError} or {InvalidArgumentError} when a parameter is unknown or not valid. */
function viewJournal(journal: Journal, query: URLSearchParams): object {
  const unknown = [...query.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    const known = `Known parameters: ${parameters.join(', ')}.`;
    throw new InputError(`Unknown parameter ${JSON.stringify(unknown)}. ${known}`);
  }
  const status = query.get('status');
  const match: JournalMatch = {
    method: query.getAll('method'),
    target: query.get('target') ?? undefined,
    status: status === null ? undefined : Number(status),
    outcome: (query.get('outcome') ?? undefined) as JournalMatch['outcome'],
  };
  const lines = journal.lines(match);
  const entries = journal.filter(match).map((entry, index) => {
    const { number, outcome, explanation, faults, request, response, arrivedAt, endedAt } = entry;
    return {
      number,
      line: lines[index],
      outcome,
      clause: explanation?.clause ?? null,
      reason: explanation?.reason ?? null,
      faults,
      request: { ...request, id: request.id ?? null, body: request.body ?? null },
      response: response ? { ...response } : null,
      arrivedAt: new Date(arrivedAt),
      durationMs: endedAt === undefined ? null : endedAt - arrivedAt,
    };
  });
  return { count: entries.length, entries };
}

/**
 * @throws {MediaTypeError} when its type is none of {@link mediaTypes}.
 * @throws {InputError} when it is too large, or not UTF-8.
 */
async function readText(request: LocationRequest): Promise<string> {
  const [line = '', ...more] = request.headers['content-type'] ?? [];
  const type = line.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (more.length > 0 || !mediaTypes.includes(type)) throw new MediaTypeError();
  const bytes = await request.body(maxBody + 1);
  if (bytes.length > maxBody) throw new InputError(`The body must not be larger than ${maxBody} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError('The body must be UTF-8.');
  }
}

/** @throws {InputError} with the first record that cannot be read. */
async function recordsIn(text: string): Promise<readonly LocationRecord[]> {
  const records = new Map<string, LocationRecord>();
  for await (const entries of parseRecords([text])) {
    for (const entry of entries) {
      if ('reason' in entry)
        throw new InputError(`Line ${entry.line}, record ${entry.index}: ${entry.reason}.`);
      records.set(entry.record[0], entry.record);
    }
  }
  return [...records.values()];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`This is not JSON: ${(error as Error).message}.`);
  }
}

function jsonResponse(value: unknown): LocationResponse {
  const body = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status: 200, headers, body };
}

/** A body or a parameter cannot be used. */
class InputError extends Error {}

/** A body has no media type, or a wrong one. */
class MediaTypeError extends Error {
  constructor() {
    super('Content-type is wrong, it must be application/json, or the type of records such as text/csv');
  }
}

/** What a path names does not exist. */
class MissingError extends Error {}
