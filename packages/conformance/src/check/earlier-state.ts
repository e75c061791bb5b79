import { ContractError, isEqual } from '../contract-error.ts';
import { isContainer, isProblem, partsOf } from './compared-parts.ts';
import type { Violation } from './run-case.ts';

interface SentRecord {
  readonly method: string;
  readonly target: string;
  readonly location: unknown;
}

/**
 * The method of the write that the service has not carried out: it has the record as an earlier write of the case left
 * it. `undefined` where a violation shows something else.
 */
export function ignoredWrite({ error, sent }: Pick<Violation, 'error' | 'sent'>): string | undefined {
  if (!(error instanceof ContractError)) return undefined;
  const [expected, actual] = [partsOf(error.expected).body, partsOf(error.actual).body];
  if (!isRecord(expected) || !isRecord(actual) || isEqual(expected, actual)) return undefined;
  const records = sent.flatMap((one) => (one.kind === 'request' ? recordIn(one.request) : []));
  const last = records.findLastIndex(({ location }) => isEqual(location, expected));
  const write = records[last];
  const earlier = records.slice(0, Math.max(last, 0)).filter(({ target }) => target === write?.target);
  return earlier.some(({ location }) => isEqual(location, actual)) ? write?.method : undefined;
}

function isRecord(value: unknown): boolean {
  return isContainer(value) && !Array.isArray(value) && !isProblem(value);
}

function recordIn({
  method,
  target,
  body,
}: { readonly body?: string | Uint8Array } & Omit<SentRecord, 'location'>): readonly SentRecord[] {
  if (typeof body !== 'string') return [];
  try {
    return [{ method, target, location: JSON.parse(body) }];
  } catch {
    return [];
  }
}
