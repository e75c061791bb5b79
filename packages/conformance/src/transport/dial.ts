import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { TimeOutError } from './time-out-error.ts';

/** Where a server listens. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  /**
   * How many milliseconds every wait is given before it rejects.
   * @default 10_000
   */
  readonly bound?: number | undefined;
  /** Speaks TLS; with `insecure` also to a server whose certificate is not trusted. */
  readonly tls?: { readonly insecure?: boolean | undefined } | undefined;
}

/** Connects over TCP, or TLS. Rejects when that fails, and when it takes longer than every other wait. */
export function dial({ host, port, bound = 10_000, tls }: SocketAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const address = { host, port, allowHalfOpen: true };
    const socket = tls ? connectSecurely({ ...address, ...tlsOptions(host, tls) }) : connect(address);
    const timer = setTimeout(() => {
      socket.destroy(new TimeOutError(`Waited ${bound} ms in vain for a connection.`));
    }, bound);
    const refuse = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.setNoDelay(true);
    // For good: an error that comes later must not be one that nobody listens to.
    socket.on('error', refuse);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function tlsOptions(
  host: string,
  { insecure = false }: NonNullable<SocketAddress['tls']>,
): ConnectionOptions {
  // An address is no name that could be asked for (RFC 6066 section 3).
  const name = isIP(host) ? {} : { servername: host };
  return { ...name, ALPNProtocols: ['http/1.1'], rejectUnauthorized: !insecure };
}
