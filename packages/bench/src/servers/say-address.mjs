/**
 * Listens on a free port of the loopback, prints the address, and ends on SIGTERM.
 *
 * @param {import('node:http').Server} server
 */
export function sayAddress(server) {
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
