import { type Handler, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';

/**
 * `Symbol.asyncDispose`. The contexts of Jest lack it on Node.js 20, where compilers of `using` use this key.
 */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** The address on which a fake listens. */
export interface ListenOptions {
  /**
   * 0 is any free port.
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * An address or a name of this machine.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
}

/** A fake that listens on a port of Node.js. */
export interface ListeningFake {
  /** The base URL of the listening fake, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends the connections and releases the port. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** In milliseconds, as long as a timer can wait: a fault may delay a response for as long. */
const idleTimeout = 2 ** 31 - 1;

/**
 * Serves a handler on a port. Rejects with an {@link OptionError} if an option cannot work, and with the
 * error of node:net if the port is not free.
 */
export async function listen(
  handle: Handler,
  basePath: string,
  options?: ListenOptions,
): Promise<ListeningFake> {
  const { port = 0, host = '127.0.0.1' } = checkOptionNames(options, ['port', 'host']);
  // node:net takes a string for the name of a pipe, and an empty host for every address.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new OptionError('port', 'a whole number from 0 to 65535');
  }
  if (typeof host !== 'string' || host === '') throw new OptionError('host', 'a name or an address');
  // Loaded only here, because a fake in a browser has no node:http.
  const adapters = '@location-records/adapters/node';
  const { createServer }: typeof import('@location-records/adapters/node') = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ adapters
  );
  const server = createServer(handle, { idleTimeout });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: bound } = server.address() as { readonly port: number };
  const close = async () => {
    // Without a timer, which the test may have faked.
    server.closeAllConnections();
    await server.shutdown({ timeout: 0 });
  };
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}${basePath === '/' ? '' : basePath}`,
    port: bound,
    close,
    [asyncDispose]: close,
  };
}
