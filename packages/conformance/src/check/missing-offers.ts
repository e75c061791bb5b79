import type { CaseResponse } from '../http/service.ts';
import { CheckError } from './check-error.ts';
import type { CheckedServer } from './checked-server.ts';
import type { PlannedCase } from './plan-check.ts';

/**
 * Leaves out the cases about what the service does not offer. It asks the server only when there are such cases to run.
 *
 * @throws {CheckError} (rejects) when no case is left to run.
 */
export async function leaveOutMissing(
  plan: readonly PlannedCase[],
  server: Pick<CheckedServer, 'ask'>,
): Promise<readonly PlannedCase[]> {
  const isAsked = plan.some((one) => needsAreas(one) && one.reason === undefined);
  const missing = isAsked ? await missingAreas(server) : undefined;
  if (missing === undefined) return plan;
  const left = plan.map((one) => (needsAreas(one) ? { ...one, reason: one.reason ?? missing } : one));
  if (left.some(({ reason }) => reason === undefined)) return left;
  throw new CheckError('CHECK_SELECTION', `No case is left to run; select others. ${missing}`);
}

function needsAreas({ httpCase }: PlannedCase): boolean {
  return httpCase.needs.includes('areas');
}

/**
 * Why the service does not offer area queries (D48); `undefined` when it does: then it responds to a query with GeoJSON,
 * or refuses one of its parameters.
 */
async function missingAreas(server: Pick<CheckedServer, 'ask'>): Promise<string | undefined> {
  try {
    const response = await server.ask('GET', '/-/records?limit=1');
    if (isCollection(response) || refusesParameter(response)) return undefined;
    return `The service does not offer /-/records: it responds with ${response.status}.`;
  } catch {
    return 'The service does not offer /-/records: it does not respond there.';
  }
}

function isCollection({ status, body }: CaseResponse): boolean {
  return status === 200 && membersOf(body).type === 'FeatureCollection';
}

function refusesParameter({ status, body }: CaseResponse): boolean {
  const { error_message: message } = membersOf(body);
  return status === 400 && typeof message === 'string' && /\b(?:bbox|near|limit|parameter)\b/.test(message);
}

function membersOf(body: Uint8Array): Record<string, unknown> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return {};
  }
}
