import type { Address } from './address.ts';
import type { RedisNode } from './redis-node.ts';

/** The servers of a store: one by itself, or the nodes of a cluster. */
export interface Servers {
  /** The servers that take writes, as far as is known. */
  readonly masters: ReadonlySet<RedisNode>;
  /** The server that a key belongs to, as far as is known. */
  nodeOf(key: string): RedisNode;
  /** The server at an address that a redirection names. */
  nodeAt(address: Address): RedisNode;
  /** A redirection has told that a key has moved for good. */
  moved(key: string, address: Address): void;
  /** A server fails: whatever is known may be old. Resolves when it has been asked for again, or cannot be. */
  refresh(): Promise<void>;
  /** Ends all connections; there will be no other. */
  close(): void;
  readonly isClosed: boolean;
}
