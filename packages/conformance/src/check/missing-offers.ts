import { type HttpOffer, httpOffers } from '../http/http-case.ts';
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
  let left = plan;
  let reasons = '';
  for (const offer of httpOffers) {
    const needsOffer = ({ httpCase }: PlannedCase) => httpCase.needs.includes(offer);
    const isAsked = left.some((one) => needsOffer(one) && one.reason === undefined);
    const missing = isAsked ? await probes[offer](server) : undefined;
    if (missing === undefined) continue;
    reasons += ` ${missing}`;
    left = left.map((one) => (needsOffer(one) ? { ...one, reason: one.reason ?? missing } : one));
  }
  if (reasons === '' || left.some(({ reason }) => reason === undefined)) return left;
  throw new CheckError('CHECK_SELECTION', `No case is left to run; select others.${reasons}`);
}

/** Why the service does not offer something; `undefined` when it does. */
type Probe = (server: Pick<CheckedServer, 'ask'>) => Promise<string | undefined>;

const probes: Readonly<Record<HttpOffer, Probe>> = {
  // D48: it responds to a query with GeoJSON, or refuses one of its parameters.
  areas: (server) =>
    probe(
      server,
      '/-/records',
      '?limit=1',
      (response) => isCollection(response) || refusesParameter(response),
    ),
  // D50.
  map: (server) => probe(server, '/-/tiles.json', '', ({ body }) => membersOf(body).tilejson !== undefined),
};

async function probe(
  server: Pick<CheckedServer, 'ask'>,
  path: string,
  query: string,
  isOffer: (response: CaseResponse) => boolean,
): Promise<string | undefined> {
  try {
    const response = await server.ask('GET', path + query);
    // A failure is not a missing route: the cases judge it.
    if (isOffer(response) || response.status >= 500) return undefined;
    return `The service does not offer ${path}: it responds with ${response.status}.`;
  } catch {
    return `The service does not offer ${path}: it does not respond there.`;
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
