import type { Api, Outcome } from '../api.ts';
import { type Change, contentOf, isSame } from './change.ts';
import type { ChangeOutcome } from './change-outcome.ts';

/** Reads the record, and sends the change only if the record is what the change begins with. */
export async function applyChange(api: Api, change: Change): Promise<ChangeOutcome> {
  const read = await api.read(change.id);
  if (read.kind === 'unknown') return { kind: 'not done', message: read.message };
  if (read.kind === 'refused') return read;
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'same' };
  if (!isSame(found, change.before)) return { kind: 'differs', found };
  const sent = await send(api, change);
  if (sent.kind !== 'done') return sent;
  return sent.value ? { kind: 'done' } : { kind: 'differs', found: undefined };
}

/** Finds out by reading alone whether a change of unknown outcome was done. */
export async function settleChange(api: Api, change: Change): Promise<ChangeOutcome> {
  const read = await api.read(change.id);
  if (read.kind !== 'done') return { kind: 'unknown', message: read.message };
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'done' };
  return isSame(found, change.before)
    ? { kind: 'not done', message: 'The request did not reach the service.' }
    : { kind: 'differs', found };
}

/** `false` if the record to replace no longer exists. */
async function send(api: Api, { id, before, after }: Change): Promise<Outcome<boolean>> {
  if (before && after) return api.replace({ id, ...after });
  const outcome = await (after ? api.put({ id, ...after }) : api.delete(id));
  return outcome.kind === 'done' ? { kind: 'done', value: true } : outcome;
}
