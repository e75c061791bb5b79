import { createHandler, createMemoryStore } from '@location-records/core';
import { isEqual } from '../contract-error.ts';
import { statusAndBody } from '../http/expect.ts';
import { createHandlerService } from '../http/in-process.ts';
import type { CaseRequest, CaseResponse } from '../http/service.ts';
import { parseJson } from '../response-values.ts';
import type { CaseService, SentRequest } from './case-service.ts';
import type { RunRecords } from './run-records.ts';

/** Requests, the last with a wrong response. */
export interface Example {
  readonly requests: readonly CaseRequest[];
  /** What a right service responds to the last request. */
  readonly expected: string;
  readonly actual: string;
  /** The method and the two statuses, when one request alone gets a wrong status. */
  readonly wrongStatus: string | undefined;
}

/** How far examples are shortened: `one-request` finds those of one request only. */
export type Effort = 'none' | 'one-request' | 'shortest';

/** What of a response is compared. */
interface Aspect {
  /** The lower-case name of a field; otherwise the status and the body are compared. */
  readonly field: string | undefined;
  /** Whether equal values of JSON in other bytes are different, and `null` is not an absent description. */
  readonly isExact: boolean;
}

/** More requests are not shortened, since each attempt repeats them. */
const maxRequests = 50;

/**
 * Finds the fewest requests of a case that show the violation. Every attempt is made with new
 * identifiers on the server and on a right service beside it: a part counts when their last responses differ
 * in the same way. Resolves to `undefined` when no repetition shows the violation, such as that of a race.
 */
export async function findExample(
  sent: readonly SentRequest[],
  aspect: Aspect,
  service: CaseService,
  records: RunRecords,
  effort: Effort,
): Promise<Example | undefined> {
  if (effort === 'none' || sent.length > maxRequests || sent.some(({ response }) => !response))
    return undefined;
  const all = sent.map(({ request }) => request);
  const right = await askRight(all);
  const last = sent.findLastIndex(({ response }, index) => differ(response, right[index], aspect, all));
  const shown = sent[last]?.response;
  if (shown === undefined) return undefined;

  async function attempt(requests: readonly CaseRequest[]): Promise<Example | undefined> {
    const rename = records.renaming();
    const renamed = requests.map((request) => renamedRequest(request, rename));
    const expected = (await askRight(renamed)).at(-1);
    await service.clean();
    let actual: CaseResponse | undefined;
    for (const request of renamed) actual = await service.request(request);
    if (!differ(actual, expected, aspect, renamed)) return undefined;
    // A list shows the violation without the other records, too.
    const isList = /^\/?($|\?)/.test(renamed.at(-1)?.target ?? '');
    if (!isList && differ(actual, renamedResponse(shown, rename), aspect, renamed)) return undefined;
    return described(renamed, expected, actual, aspect, records.renaming());
  }

  const decisive = all.slice(last, last + 1);
  let kept = all.slice(0, last + 1);
  let found = await attempt(decisive);
  if (found || effort === 'one-request') return found;
  for (let index = last - 1; index >= 0; index--) {
    const fewer = kept.toSpliced(index, 1);
    const example = await attempt(fewer);
    if (!example) continue;
    [found, kept] = [example, fewer];
  }
  return found ?? (await attempt(kept));
}

async function askRight(requests: readonly CaseRequest[]): Promise<readonly CaseResponse[]> {
  const service = createHandlerService(createHandler({ store: createMemoryStore() }));
  const responses: CaseResponse[] = [];
  for (const request of requests) responses.push(await service.request(request));
  return responses;
}

function differ(
  one: CaseResponse | undefined,
  other: CaseResponse | undefined,
  { field, isExact }: Aspect,
  requests: readonly CaseRequest[],
): boolean {
  if (!one || !other) return one !== other;
  if (field !== undefined) return !isEqual(one.headers[field], other.headers[field]);
  if (one.status !== other.status) return true;
  const [text, otherText] = [one, other].map(({ body }) => new TextDecoder().decode(body));
  if (isExact && text !== otherText) return true;
  return !isEqual(comparable(text, requests), comparable(otherText, requests));
}

/**
 * Returns the value of a body, without absent descriptions, and without the entries of a list that others
 * wrote.
 */
function comparable(text = '', requests: readonly CaseRequest[]): unknown {
  if (parseJson(text) === undefined) return text;
  const value: unknown = JSON.parse(text, (name, member) =>
    name === 'description' && member === null ? undefined : member,
  );
  return Array.isArray(value) ? ownEntries(value, requests) : value;
}

function ownEntries(list: readonly unknown[], requests: readonly CaseRequest[]): unknown {
  const targets = new Set(requests.map(({ target }) => target));
  const own = list.filter((entry) => {
    const [id] = Array.isArray(entry) ? entry : [];
    return typeof id !== 'string' || !id.isWellFormed() || targets.has(`/${encodeURIComponent(id)}`);
  });
  return own.map((entry) => JSON.stringify(entry)).sort();
}

function described(
  requests: readonly CaseRequest[],
  expected: CaseResponse | undefined,
  actual: CaseResponse | undefined,
  { field }: Aspect,
  rename: (text: string) => string,
): Example {
  const show = (response: CaseResponse | undefined) => {
    if (!response) return '';
    const text =
      field === undefined
        ? statusAndBody(response.status, new TextDecoder().decode(response.body))
        : `${field}: ${response.headers[field]?.join(', ') ?? '(none)'}`;
    return rename(text);
  };
  // New identifiers, so that the example begins without records when a reader runs it.
  const renamed = requests.map((request) => renamedRequest(request, rename));
  const [only, ...more] = requests;
  const isStatus = more.length === 0 && expected?.status !== actual?.status;
  const wrongStatus = isStatus ? `${only?.method} ${expected?.status} ${actual?.status}` : undefined;
  return { requests: renamed, expected: show(expected), actual: show(actual), wrongStatus };
}

function renamedRequest(request: CaseRequest, rename: (text: string) => string): CaseRequest {
  const { target, body } = request;
  return { ...request, target: rename(target), ...(typeof body === 'string' && { body: rename(body) }) };
}

function renamedResponse(response: CaseResponse | undefined, rename: (text: string) => string) {
  if (!response) return undefined;
  const body = new TextEncoder().encode(rename(new TextDecoder().decode(response.body)));
  return { ...response, body };
}
