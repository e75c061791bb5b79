import { readBody } from './body.ts';
import { withStoredTag, writeIf } from './conditional.ts';
import { InvalidBody, type Location, parseLocation } from './location.ts';
import type { Settings } from './options.ts';
import { preconditionsOf } from './preconditions.ts';
import type { LocationRequest } from './request.ts';
import { because, done, type Explanation, type LocationResponse, problem, quote } from './responses.ts';
import type { KnownRoute } from './route.ts';

/** Handles POST and PUT: runs the checks of SPEC 4.5 in order; the first that fails decides the response. */
export async function write(
  route: KnownRoute,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const wrongType = contentTypeFault(request.headers['content-type'] ?? []);
  if (wrongType) return problem('contentTypeWrong', wrongType); // 4.5.1
  if (route.kind === 'collection') return problem('identifierMissing', noIdentifier); // 4.5.2
  if (route.kind === 'invalid-identifier') return problem('identifierInvalid', route.explanation);
  const { id } = route;
  const body = await readBody(request, settings.bodyLimit); // 4.5.4
  if (body.bytes.length === 0) return problem('bodyMissing', because('SPEC 4.5.3', 'a body of zero bytes'));
  const location = parseLocation(body, settings);
  const conditions = settings.exchangeStore && preconditionsOf(request.headers);
  const mayReplace = location instanceof InvalidBody || conditions ? undefined : location;
  if (request.method === 'PUT' && !(await replaceOrFind(id, mayReplace, settings))) {
    return problem('locationNotFound', because('SPEC 4.5.5', `the record ${quote(id)} is absent`), id);
  }
  if (location instanceof InvalidBody) return problem('bodyInvalid', location.explanation); // 4.5.6
  if (conditions) {
    const write = { method: request.method, id, next: location };
    const refusal = await writeIf(conditions, write, settings);
    if (refusal) return refusal;
  } else if (request.method === 'POST') {
    await settings.store.put(id, location); // 4.5.7
  }
  const response = request.method === 'POST' ? stored : replaced;
  return settings.exchangeStore ? withStoredTag(response, body, location, settings) : response;
}

const noIdentifier = because('SPEC 4.5.2', 'no identifier in the path');
const stored = done(because('SPEC 4.5.7', 'every check passed: created, or replaced if it was present'));
const replaced = done(because('SPEC 4.5.7', 'every check passed: the present record is replaced'));

/**
 * Resolves to whether PUT finds the record. A Location is stored in the same atomic step, so that PUT never
 * undoes a concurrent DELETE (D42). Without one, nothing changes.
 */
function replaceOrFind(id: string, location: Location | undefined, { store }: Settings): Promise<boolean> {
  if (location === undefined) return store.get(id).then((found) => found !== undefined);
  return store.replace(id, location);
}

/**
 * `application/json` with any parameters, even malformed ones (D16), but no comma outside a closed quoted
 * string, which joins a second value. No two parts match the same text, so that a long field takes linear
 * time.
 */
const json = /^[\t ]*application\/json[\t ]*(?:;(?:[^",]|"(?:[^"\\]|\\.)*"|"(?:[^"\\,]|\\[^,])*\\?$)*)?$/is;

/**
 * Explains why the lines of a `Content-Type` field are not `application/json` (SPEC 4.5.1); `undefined` if
 * they are.
 */
function contentTypeFault(lines: readonly string[]): Explanation | undefined {
  const [line] = lines;
  if (line === undefined) return because('SPEC 4.5.1', 'content type missing');
  if (lines.length > 1) return because('D16', `content type repeated (${lines.length} lines)`);
  return json.test(line) ? undefined : because('SPEC 4.5.1', `content type ${quote(line)}`);
}
