import { StoreError } from '@location-records/core';

/** An argument or a reply of a command. */
export type Reply = string | number | Buffer | null | readonly Reply[];

/** A command and its arguments. */
export type Args = readonly (string | Buffer)[];

/** The part of a `redis` client that the store uses. */
export interface Client {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  sendCommand(args: Args, options?: object): Promise<unknown>;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  /** An unconnected client of the same class, with these options instead. */
  duplicate(options: object): Client;
  /** Ends the connection at once. Pending commands reject. */
  destroy(): void;
}

/** The part of the package `redis` that the store uses. */
export interface ClientPackage {
  createClient(options: object): Client;
  readonly ErrorReply: new (...args: never[]) => Error;
}

/**
 * The package `redis`.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when it is not installed.
 */
export async function loadClientPackage(
  load: () => Promise<unknown> = () => import('redis'),
): Promise<ClientPackage> {
  try {
    return (await load()) as ClientPackage;
  } catch (cause) {
    const message =
      'The Redis store needs the package "redis": run "npm install redis", or add "--package redis" where npx runs it.';
    throw new StoreError('STORE_UNAVAILABLE', message, { cause });
  }
}

/**
 * The same package with one class for all clients. The package creates a class of several hundred commands
 * for each address otherwise, which takes longer than all round trips of opening a cluster.
 */
export function withOneClass(clientPackage: ClientPackage): ClientPackage {
  let template: Client | undefined;
  return {
    ErrorReply: clientPackage.ErrorReply,
    createClient(options) {
      // It never connects, and has no address and no password.
      template ??= clientPackage.createClient({ RESP: 2, maintNotifications: 'disabled' });
      return template.duplicate(options);
    },
  };
}
