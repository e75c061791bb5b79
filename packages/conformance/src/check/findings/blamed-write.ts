import { ContractError, isEqual } from '../../contract-error.ts';
import type { CaseRequest } from '../../http/service.ts';
import { isContainer, isProblem } from '../../response-values.ts';
import type { Sent } from '../sending/transcript.ts';
import type { Violation } from '../violation.ts';
import { partsOf } from './compared-parts.ts';

/** The write that a wrong record, or a wrong response to a write, speaks about. */
export interface BlamedWrite {
  readonly method: string;
  /** Whether the response to the write itself is wrong, and not what was read afterwards. */
  readonly isResponse: boolean;
  /** Whether the record is as a write before this one left it. */
  readonly isUndone: boolean;
}

type SentRequest = Extract<Sent, { kind: 'request' }>;

const isRequest = (one: Sent): one is SentRequest => one.kind === 'request';
const isWrite = (one: Sent): one is SentRequest =>
  isRequest(one) && ['POST', 'PUT', 'DELETE'].includes(one.request.method);

/** The last write to what was read, or the write whose response is wrong. `undefined` where the case sent none. */
export function blamedWrite({ error, sent }: Pick<Violation, 'error' | 'sent'>): BlamedWrite | undefined {
  const last = sent.findLast(isRequest)?.request;
  const isOwn = (one: Sent): one is SentRequest =>
    isWrite(one) && isSameTarget(one.request.target, last?.target);
  // A list shows what any write has done.
  const write = (sent.findLast(isOwn) ?? sent.findLast(isWrite))?.request;
  if (!write) return undefined;
  const isResponse = write === last;
  return { method: write.method, isResponse, isUndone: !isResponse && showsEarlier(error, sent) };
}

/** Whether what was read is nothing that the case has written: a list, or an absent record. */
export function isOfUnwritten({ sent }: Pick<Violation, 'sent'>): boolean {
  const last = sent.findLast(isRequest)?.request;
  return !sent.some((one) => isWrite(one) && isSameTarget(one.request.target, last?.target));
}

/** Whether the record is as an earlier write of the case left it. */
function showsEarlier(error: unknown, sent: readonly Sent[]): boolean {
  if (!(error instanceof ContractError)) return false;
  const [expected, actual] = [partsOf(error.expected).body, partsOf(error.actual).body];
  if (!isRecord(expected) || !isRecord(actual) || isEqual(expected, actual)) return false;
  const before = sent.filter(isWrite).map(({ request }) => request);
  const last = before.findLastIndex((one) => isEqual(locationIn(one), expected));
  const { target } = before[last] ?? {};
  return before
    .slice(0, Math.max(last, 0))
    .some((one) => isSameTarget(one.target, target) && isEqual(locationIn(one), actual));
}

/** Whether two targets name the same record, however they are escaped. */
function isSameTarget(target: string, other = ''): boolean {
  return target === other || (`${target}${other}`.includes('%') && decoded(target) === decoded(other));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function isRecord(value: unknown): boolean {
  return isContainer(value) && !Array.isArray(value) && !isProblem(value);
}

function locationIn({ body }: CaseRequest): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
