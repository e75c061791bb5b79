import type { AddressInfo, Server } from 'node:net';
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';

/** Where a server listens. */
export type ListenTarget = PortTarget | { readonly path: string } | { readonly fd: number };

/** A port of an address. */
export interface PortTarget {
  readonly port: number;
  readonly host: string;
}

/** Where a server is bound: to a port, or to a Unix socket. */
export type Bound =
  | { readonly address: AddressInfo; readonly socket?: undefined }
  | { readonly socket: string; readonly address?: undefined };

/**
 * Binds a server, and resolves to where.
 *
 * @param flag the option that chooses another place, if that is not `--port`, `--host` or `--socket`.
 * @throws {StartError} when it cannot.
 * @throws the reason of the signal when it is aborted.
 */
export async function listenAt(
  server: Server,
  target: ListenTarget,
  { signal, flag }: { readonly signal?: AbortSignal | undefined; readonly flag?: string } = {},
): Promise<Bound> {
  if ('port' in target) return { address: await listen(server, target, { signal, flag }) };
  const { listenAtPath, listenAtDescriptor } = await import('./sockets.ts');
  if ('path' in target) return { socket: await listenAtPath(server, target.path, flag) };
  const address = await listenAtDescriptor(server, target.fd);
  return address ? { address } : { socket: `fd:${target.fd}` };
}

/**
 * How many connections wait until they are accepted. The default of Node.js, 511, is less than the clients of a service
 * that has just restarted, and Linux resets what waits beyond it for seconds. The system may allow fewer.
 */
const backlog = 4096;

/**
 * Binds a server to a port, and resolves to its actual address.
 *
 * @throws {StartError} when it cannot.
 * @throws the reason of the signal when it is aborted.
 */
export function listen(
  server: Server,
  { port, host }: PortTarget,
  { signal, flag }: { readonly signal?: AbortSignal | undefined; readonly flag?: string | undefined } = {},
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(new StartError(adviceFor(error, port, host, flag), { cause: error }));
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp);
    server.once('error', refuse);
    server.listen({ port, host, backlog }, () => {
      server.off('error', refuse);
      signal?.removeEventListener('abort', giveUp);
      resolve(server.address() as AddressInfo);
      // A name lookup cannot be aborted, so the address may come after the signal.
      if (signal?.aborted) server.close();
    });
  });
}

/** Whether only this machine can reach an address. */
export function isLoopback(address: string): boolean {
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

function adviceFor(error: NodeJS.ErrnoException, port: number, host: string, flag?: string): string {
  const [portFlag, hostFlag] = [flag ?? '--port', flag ?? '--host'];
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop what listens there, or choose another with ${portFlag} (0 is any free one).`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user; choose one from 1024 on with ${portFlag}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine; choose one with ${hostFlag}, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} on ${host} cannot be used (${describeError(error)}); choose others with ${flag ?? '--port and --host'}.`;
  }
}
