import { loadPackage } from '../shared/load-package.ts';

/** A command with its arguments. */
export type Args = readonly (string | Buffer)[];

/** A reply of a server: text, or bytes if the command asks for them. */
export type Reply = string | number | Buffer | null | readonly Reply[];

/** The part of a `redis` client that the store uses. */
export interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  sendCommand(args: Args, options?: object): Promise<unknown>;
  on(event: string, listener: (error: unknown) => void): unknown;
  /** Creates an unconnected client with these options. */
  duplicate(options: object): Client;
  destroy(): void;
}

/** The part of a `redis` cluster client that the store uses. */
export interface ClusterClient {
  readonly isReady: boolean;
  readonly masters: readonly object[];
  readonly nodeByAddress: ReadonlyMap<string, { readonly host: string; readonly port: number }>;
  connect(): Promise<unknown>;
  getNodeClientForKey(key: string): Promise<Client>;
  /** Follows redirections. */
  sendCommand(key: string, isReadOnly: boolean, args: Args, options?: object): Promise<unknown>;
  on(event: string, listener: (error: unknown) => void): unknown;
  destroy(): void;
}

/** The part of the package `redis` that the store uses. */
export interface ClientPackage {
  createClient(options: object): Client;
  createCluster(options: object): ClusterClient;
  readonly ErrorReply: new (...args: never[]) => Error;
  readonly RESP_TYPES: { readonly BLOB_STRING: number };
}

/**
 * Loads the package `redis`.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` if it is not installed, or cannot be loaded.
 */
export function loadClientPackage(): Promise<ClientPackage> {
  return loadPackage<unknown>('Redis', 'redis', () => import('redis')) as Promise<ClientPackage>;
}
