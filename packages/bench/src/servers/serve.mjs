import process from 'node:process';

/**
 * Listens with a server of node:http on a free port of the loopback, prints the address, and ends on SIGTERM.
 *
 * @param {import('node:http').Server} server
 */
export function serve(server) {
  server.listen(0, '127.0.0.1', () => {
    announce(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}

/**
 * Does the same with the server of Bun or Deno.
 *
 * @param {(request: Request) => Response | Promise<Response>} fetch
 */
export function serveFetch(fetch) {
  const { Bun, Deno } = /** @type {any} */ (globalThis);
  const address = { hostname: '127.0.0.1', port: 0 };
  announce(
    Bun ? Bun.serve({ ...address, fetch }).port : Deno.serve({ ...address, onListen() {} }, fetch).addr.port,
  );
}

/**
 * Prints the address of a server that listens, and ends the process on SIGTERM.
 *
 * @param {number} port
 */
export function announce(port) {
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write(`http://127.0.0.1:${port}\n`);
}
