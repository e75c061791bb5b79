/**
 * Prints the address of a server that listens, and ends the process on SIGTERM.
 *
 * @param {number} port
 */
export function announce(port) {
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write(`http://127.0.0.1:${port}\n`);
}
