import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as dial, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** The client's end of a connection of node:http2. */
export interface Http2Connection {
  readonly session: ClientHttp2Session;
  /** The connection of the session. */
  readonly socket: Socket;
}

const largestWindow = 2 ** 31 - 1;

/** Connects to a host. A deaf connection allows the host to send as much as HTTP/2 can, and reads nothing of it. */
export async function openHttp2(port: number, isDeaf = false): Promise<Http2Connection> {
  const socket = dial({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.on('error', () => {});
  const session = connect(`http://127.0.0.1:${port}`, {
    createConnection: () => (isDeaf ? deafen(socket) : socket),
    ...(isDeaf && { settings: { initialWindowSize: largestWindow } }),
  });
  session.on('error', () => {});
  // The settings of the host say how many streams there may be.
  await once(session, isDeaf ? 'connect' : 'remoteSettings');
  if (isDeaf) session.setLocalWindowSize(largestWindow);
  return { session, socket };
}

/** A stream that writes to the socket, and reads nothing. */
function deafen(socket: Socket): Duplex {
  socket.pause();
  return new Duplex({
    read() {},
    write: (chunk, encoding, done) => socket.write(chunk, encoding, done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
}
