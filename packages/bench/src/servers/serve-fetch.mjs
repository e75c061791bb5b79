import process from 'node:process';

/**
 * Serves with Bun or Deno on a free port of the loopback, prints the address, and ends on SIGTERM.
 *
 * @param {(request: Request) => Response | Promise<Response>} fetch
 */
export function serveFetch(fetch) {
  const { Bun, Deno } = /** @type {any} */ (globalThis);
  const address = { hostname: '127.0.0.1', port: 0 };
  const port = Bun
    ? Bun.serve({ ...address, fetch }).port
    : Deno.serve({ ...address, onListen() {} }, fetch).addr.port;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
