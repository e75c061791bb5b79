import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { Connection, type ReceivedResponse } from '../shared/connection.ts';
import { record } from '../shared/cpu-time/contestants.ts';
import type { Contestant } from './contestants.ts';
import { absentId, largeRecord, type Operation } from './operations.ts';

/** One request and the response that the specification has for it. */
interface Probe {
  readonly title: string;
  readonly operation: Operation;
  readonly status: number;
  /** An empty body where it is left out. */
  readonly body?: string;
  /** Whether requests like this are timed. */
  readonly isTimed?: boolean;
  /** @default 'application/json' */
  readonly contentType?: string;
}

const { id, body } = record;
const changed = body.replace('Eiffel Tower', 'La tour Eiffel');
const failure = (message: string) => JSON.stringify({ error_message: message });
const notValid = { status: 400, body: failure('Provided JSON is not valid') };
const notFound = (what: string, of: string) => ({ status: 404, body: failure(`${what} not found: ${of}`) });

/** What every contestant is asked before anything is timed, in this order. In the end no record is left. */
export const probes: readonly Probe[] = [
  {
    title: 'GET of an absent record',
    operation: { method: 'GET', id: absentId },
    ...notFound('Resource', absentId),
    isTimed: true,
  },
  {
    title: 'PUT of an absent record',
    operation: { method: 'PUT', id: absentId, body },
    ...notFound('Location', absentId),
  },
  {
    title: 'PUT of an absent record, not JSON',
    operation: { method: 'PUT', id: absentId, body: '{' },
    ...notFound('Location', absentId),
  },
  { title: 'POST', operation: { method: 'POST', id, body: changed }, status: 200, isTimed: true },
  { title: 'PUT', operation: { method: 'PUT', id, body }, status: 200, isTimed: true },
  { title: 'GET one', operation: { method: 'GET', id }, status: 200, body, isTimed: true },
  { title: 'POST again', operation: { method: 'POST', id, body: changed }, status: 200 },
  { title: 'GET after PUT', operation: { method: 'GET', id }, status: 200, body: changed },
  {
    title: 'GET of the list',
    operation: { method: 'GET', id: '' },
    status: 200,
    body: `[["${id}",${changed}]]`,
  },
  { title: 'POST, not JSON', operation: { method: 'POST', id, body: '{' }, ...notValid },
  { title: 'POST without coordinates', operation: { method: 'POST', id, body: '{}' }, ...notValid },
  {
    title: 'POST as text/plain',
    operation: { method: 'POST', id, body },
    contentType: 'text/plain',
    status: 400,
    body: failure('Content-type is wrong, it must be JSON'),
  },
  { title: 'DELETE', operation: { method: 'DELETE', id }, status: 200, isTimed: true },
  { title: 'DELETE again', operation: { method: 'DELETE', id }, status: 200 },
  { title: 'GET after DELETE', operation: { method: 'GET', id }, ...notFound('Resource', id) },
  { title: 'POST of 4 KiB', operation: { method: 'POST', ...largeRecord }, status: 200 },
  {
    title: 'GET of 4 KiB',
    operation: { method: 'GET', id: largeRecord.id },
    status: 200,
    body: largeRecord.body,
    isTimed: true,
  },
  {
    title: 'DELETE of 4 KiB',
    operation: { method: 'DELETE', id: largeRecord.id },
    status: 200,
    isTimed: true,
  },
];

/** Asks a server for what is specified. Differences without a reason, and reasons without one, are failures. */
export async function checkResponses(contestant: Contestant, port: number, verdict: Verdict): Promise<void> {
  const wrong = unexplained(await askProbes(contestant, port), contestant.differences);
  verdict.check(`${contestant.name} responds as expected: ${wrong.join('; ')}`, wrong.length === 0);
}

/** Sends a contestant what it is asked, and resolves to the titles of the probes whose responses differ. */
async function askProbes({ request, isFloor }: Contestant, port: number): Promise<readonly string[]> {
  const asked = probes.filter(({ isTimed }) => isTimed || !isFloor);
  const responses: ReceivedResponse[] = [];
  for (const { operation, contentType } of asked) {
    // A connection each: some servers close it after a request that they refuse.
    const connection = await Connection.open(port);
    const bytes = request(operation);
    const sent = contentType ? Buffer.from(bytes.toString().replace('application/json', contentType)) : bytes;
    responses.push(await connection.send(sent));
    connection.close();
  }
  return differing(asked, responses);
}

/** The titles of the probes whose responses are not as specified. A missing response differs. */
export function differing(
  asked: readonly Probe[],
  responses: readonly ReceivedResponse[],
): readonly string[] {
  return asked
    .filter((probe, index) => !isSpecified(probe, responses[index] ?? { status: 0, body: '' }))
    .map(({ title }) => title);
}

/** Whether a response has the specified status and body. The order of the members of an object does not count. */
export function isSpecified(
  expected: Pick<Probe, 'status' | 'body'>,
  { status, body }: ReceivedResponse,
): boolean {
  return status === expected.status && isDeepStrictEqual(parsed(body), parsed(expected.body ?? ''));
}

/** What is wrong with the list of differences of a contestant: those without a reason, and those not seen. */
export function unexplained(
  different: readonly string[],
  differences: Readonly<Record<string, string>>,
): readonly string[] {
  const unknown = different
    .filter((title) => !(title in differences))
    .map((title) => `${title}: not as specified`);
  const stale = Object.keys(differences).filter((title) => !different.includes(title));
  return [...unknown, ...stale.map((title) => `${title}: as specified, although a difference is listed`)];
}

/** The value of a text of JSON, or the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
