import { type Handler, type LocationRequest, OptionError } from '@location-records/core';
import { checkHandler, checkOptionNames, deriveRequest } from '@location-records/core/adapter-kit';
import { brokenBehind } from '../faults/broken-connections.ts';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';
import type { FakeRequest } from '../faults/fault.ts';
import { asyncDispose } from './disposal.ts';

/** The options of a server of a fake: a delay of a fault may be as long as a timer can wait. */
export const serverOptions = { idleTimeout: 2 ** 31 - 1 } as const;

/** The address on which a fake listens. */
export interface ListenOptions {
  /**
   * From 0 to 65535; 0 is any free port.
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * An address of this machine, or a name of one.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
}

/** A fake that listens on a port of Node.js. */
export interface ListeningFake {
  /** The base URL of the listening fake, without a slash at its end. */
  readonly url: string;
  /** The port on which it listens. */
  readonly port: number;
  /** Ends the connections and releases the port. Calling it again does nothing. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a handler on a port. Rejects with an {@link OptionError} when an option is unknown or not valid, and with the
 * error of node:net when the port is not free.
 */
export async function listen(
  handle: Handler,
  basePath: string,
  options?: ListenOptions,
): Promise<ListeningFake> {
  const { port = 0, host = '127.0.0.1' } = checkOptionNames(options, ['port', 'host']);
  // node:net takes any other value for the name of a pipe.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OptionError('port', 'a whole number from 0 to 65535');
  }
  // To node:net an empty one means every address.
  if (typeof host !== 'string' || host === '')
    throw new OptionError('host', 'a name or an address of this machine');
  // Loaded when it is needed: the rest of a fake runs without node:http.
  const adapters = '@location-records/adapters/node';
  const { createServer }: typeof import('@location-records/adapters/node') = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ adapters
  );
  const server = createServer(breakingOff(handle), serverOptions);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const bound = (server.address() as { readonly port: number }).port;
  const close = async () => {
    // It needs no timer, which the test may have faked. Connections that have sent CONNECT are closed by `shutdown`.
    server.closeAllConnections();
    await server.shutdown({ timeout: 0 });
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${basePath === '/' ? '' : basePath}`,
    port: bound,
    close,
    [asyncDispose]: close,
  };
}

/**
 * Makes a handler for a server of your own: where the handler of a fake rejects because a fault breaks the connection,
 * its response breaks off before the first byte, so that the server closes the connection. When the client leaves a server
 * of node:http, or ends its side of the connection, a delay of its request ends.
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 *
 * @example
 * const server = createServer(breakingOff(fake.handle));
 */
export function breakingOff(handle: Handler): Handler {
  checkHandler(handle);
  return async (request) => {
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    const { message } = request as ServedRequest;
    const socket = message?.socket;
    // A client that leaves ends its side first. The connection closes only after a response.
    socket?.once('end', leave).once('close', leave);
    try {
      return await handle(socket ? withSignal(request, leaving.signal) : request);
    } catch (error) {
      if (!isConnectionBroken(error) && !leaving.signal.aborted) throw error;
      return { status: 200, headers: {}, body: brokenBehind('') };
    } finally {
      socket?.off('end', leave).off('close', leave);
    }
  };
}

/** A request of a server of node:http, as the adapter makes it. */
interface ServedRequest extends LocationRequest {
  readonly message?: { readonly socket?: Closing | null } | undefined;
}

/** What a connection of node:net has. */
interface Closing {
  once(event: 'end' | 'close', listener: () => void): this;
  off(event: 'end' | 'close', listener: () => void): this;
}

function withSignal(request: LocationRequest, signal: AbortSignal): FakeRequest {
  return Object.assign(deriveRequest(request, {}), { signal });
}
