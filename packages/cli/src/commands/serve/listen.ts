import type { AddressInfo, Server } from 'node:net';
import { StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';

/**
 * Binds the server, and resolves to its actual address.
 *
 * @throws {StartError} that says what to do.
 * @throws the reason of the signal when it is aborted.
 */
export function listen(
  server: Server,
  port: number,
  host: string,
  signal?: AbortSignal,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(new StartError(adviceFor(error, port, host), { cause: error }));
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp);
    server.once('error', refuse);
    server.listen({ port, host }, () => {
      server.off('error', refuse);
      signal?.removeEventListener('abort', giveUp);
      resolve(server.address() as AddressInfo);
      // A name lookup cannot be aborted, so the address may come after the signal.
      if (signal?.aborted) server.close();
    });
  });
}

function adviceFor(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop what listens there, or choose another with --port (0 is any free one).`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user; choose one from 1024 on with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine; choose one with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} on ${host} cannot be used (${describeError(error)}); choose others with --port and --host.`;
  }
}
