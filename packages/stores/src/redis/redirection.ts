import type { Address } from './address.ts';
import { ReplyError } from './reply-error.ts';

/** Where a node of a cluster sends a command on to. */
export interface Redirection {
  readonly address: Address;
  /** The key has moved. Otherwise it is only on its way, and other keys of its slot may not be. */
  readonly isForGood: boolean;
}

/** The redirection that the node at `asked` has answered with, such as `MOVED 3999 127.0.0.1:6381`. */
export function redirectionOf(error: unknown, asked: Address): Redirection | undefined {
  if (!(error instanceof ReplyError) || (error.word !== 'MOVED' && error.word !== 'ASK')) return undefined;
  const [, , place = ''] = error.message.split(' ');
  // An IPv6 address has no brackets here. No host means that of the node itself.
  const colon = place.lastIndexOf(':');
  const name = place.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const host = name === '' || name === '?' ? asked.host : name;
  return { address: { host, port: Number(place.slice(colon + 1)) }, isForGood: error.word === 'MOVED' };
}
