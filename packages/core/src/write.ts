import type { Location } from './location.ts';
import type { Settings } from './options.ts';
import { InvalidBody, readLocation } from './parse-location.ts';
import { readBody } from './read-body.ts';
import { fieldLines, type LocationRequest } from './request.ts';
import { because, type Explanation, type LocationResponse, quote } from './response.ts';
import { problems, replaced, stored, withRestIgnored } from './responses.ts';
import type { KnownRoute } from './route.ts';

/** POST and PUT: the checks of SPEC 4.5, in its order; the first that fails decides the response. */
export async function write(
  route: KnownRoute,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const { store, bodyLimit } = settings;
  const wrongType = contentTypeFault(fieldLines(request, 'content-type'));
  if (wrongType) return problems.contentTypeWrong(wrongType); // 4.5.1
  if (route.kind === 'collection') return problems.identifierMissing(); // 4.5.2
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  const body = await readBody(request, bodyLimit); // 4.5.4
  if (body.bytes.length === 0) return problems.bodyMissing(); // 4.5.3
  const location = readLocation(body, settings);
  if (request.method === 'PUT') {
    const present = await replaceOrFind(route.id, location, settings);
    if (!present) return problems.locationNotFound(route.id); // 4.5.5
  }
  if (location instanceof InvalidBody) return problems.bodyInvalid(location.explanation); // 4.5.6
  if (request.method === 'POST') await store.put(route.id, location); // 4.5.7
  const response = request.method === 'POST' ? stored : replaced;
  return body.bytes === body.received ? response : withRestIgnored(response, bodyLimit);
}

/**
 * Whether PUT finds the record. A valid Location is stored in the same atomic step, so that PUT never undoes a DELETE
 * that came in between (D42). An invalid one leaves the record as it is.
 */
function replaceOrFind(id: string, location: Location | InvalidBody, { store }: Settings): Promise<boolean> {
  if (!(location instanceof InvalidBody)) return store.replace(id, location);
  return store.get(id).then((found) => found !== undefined);
}

/**
 * `application/json` with any parameters, even malformed ones (D16). A comma joins a second value to the first, except
 * in a quoted string that ends. `Headers` joins repeated lines with a comma and a space even inside an open quote, so
 * a comma with a space is always wrong. No two parts match the same text, so that a long field takes linear time.
 */
const json =
  /^(?!.*, )[\t ]*application\/json[\t ]*(?:;(?:[^",]|"(?:[^"\\]|\\.)*"|"(?:[^"\\,]|\\[^,])*\\?$)*)?$/is;

/** Why the lines of a `Content-Type` field are not exactly `application/json` (SPEC 4.5.1); `undefined` if they are. */
export function contentTypeFault(lines: readonly string[]): Explanation | undefined {
  const [line] = lines;
  if (line === undefined) return because('SPEC 4.5.1', 'content type missing');
  if (lines.length > 1) return because('D16', `content type repeated (${lines.length} lines)`);
  if (line === 'application/json' || json.test(line)) return undefined;
  return because('SPEC 4.5.1', `content type ${quote(line)}`);
}
