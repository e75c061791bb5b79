import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection whose every byte a test controls. */
export interface RawClient {
  readonly socket: Socket;
  /** The text received so far. */
  received(): string;
  /** Resolves to the whole text when the server has ended the connection. */
  readonly ended: Promise<string>;
}

/** Connects to a service that listens on an IPv4 address. */
export async function rawClient({ host, port }: { host: string; port: number }): Promise<RawClient> {
  const socket = connect(port, host);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const ended = new Promise<string>((resolve, reject) => {
    socket.once('end', () => resolve(text)).once('error', reject);
  });
  // A test that does not wait for the end does not care about an error.
  ended.catch(() => {});
  await once(socket, 'connect');
  return { socket, received: () => text, ended };
}

/** The host and port of a URL. */
export function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}
