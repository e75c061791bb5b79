import type { Location } from './location.ts';
import type { Settings } from './options.ts';
import { InvalidBody, readLocation } from './parse-location.ts';
import { LimitedReading, maxBytes, RequestBodyError } from './read-body.ts';
import type { LocationRequest } from './request.ts';
import { because, type Explanation, type LocationResponse, quote } from './response.ts';
import { problems, replaced, stored, withRestIgnored } from './responses.ts';
import type { KnownRoute } from './route.ts';

/**
 * POST and PUT: the checks of SPEC 4.5, in its order; the first that fails decides the response. Not `async`: a response
 * that needs no body needs no promise.
 */
export function write(
  route: KnownRoute,
  request: LocationRequest,
  settings: Settings,
): LocationResponse | Promise<LocationResponse> {
  const wrongType = contentTypeFault(request.headers['content-type'] ?? []);
  if (wrongType) return problems.contentTypeWrong(wrongType); // 4.5.1
  if (route.kind === 'collection') return problems.identifierMissing(); // 4.5.2
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  return writeBody(route.id, request, settings);
}

/** The checks from the body on. It awaits the body itself: a function between the two would take one promise more. */
async function writeBody(
  id: string,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const { store, bodyLimit } = settings;
  const reading = new LimitedReading(bodyLimit);
  let received: Uint8Array;
  try {
    received = await request.body(maxBytes(bodyLimit), reading.hasEnough); // 4.5.4
  } catch (cause) {
    throw new RequestBodyError('The request body cannot be read.', { cause });
  }
  const body = reading.result(received, request);
  if (body.bytes.length === 0) return problems.bodyMissing(); // 4.5.3
  const location = readLocation(body, settings);
  if (request.method === 'PUT') {
    const present = await replaceOrFind(id, location, settings);
    if (!present) return problems.locationNotFound(id); // 4.5.5
  }
  if (location instanceof InvalidBody) return problems.bodyInvalid(location.explanation); // 4.5.6
  if (request.method === 'POST') await store.put(id, location); // 4.5.7
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
