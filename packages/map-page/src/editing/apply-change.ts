import type { Api, Outcome } from '../api.ts';
import { type Change, type Content, contentOf, isSame } from './change.ts';

/** What became of a change. */
export type ChangeOutcome =
  /** The record is as the change leaves it, by the request that was sent. */
  | { readonly kind: 'done' }
  /** The record was so already, and nothing was sent. */
  | { readonly kind: 'same' }
  /** The record is not what the change begins with: another client has written it. It is left as it is. */
  | { readonly kind: 'differs'; readonly found: Content }
  /** The service, or the page, refuses it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It has not been done, since the service could not be reached. */
  | { readonly kind: 'not done'; readonly message: string }
  /** It was sent, and may have been done. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Reads the record, and sends the change only if the record still is what the change begins with. */
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

/** Decides from what is there whether a change of unknown outcome was done. It sends nothing but reads. */
export async function settleChange(api: Api, change: Change): Promise<ChangeOutcome> {
  const read = await api.read(change.id);
  if (read.kind !== 'done') return { kind: 'unknown', message: read.message };
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'done' };
  return isSame(found, change.before)
    ? { kind: 'not done', message: 'The request did not reach the service.' }
    : { kind: 'differs', found };
}

/** Done with `false` where the record that was to be replaced is gone. */
async function send(api: Api, { id, before, after }: Change): Promise<Outcome<boolean>> {
  if (before && after) return api.replace({ id, ...after });
  const outcome = await (after ? api.put({ id, ...after }) : api.delete(id));
  return outcome.kind === 'done' ? { kind: 'done', value: true } : outcome;
}
