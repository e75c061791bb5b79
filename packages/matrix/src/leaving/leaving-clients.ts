import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const askForList = 'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n';
const uploadHead = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
/** None of them is whole. */
const uploads = [
  'Content-Length: 60\r\n\r\n',
  'Content-Length: 60\r\n\r\n{"coordinates":{"latitude":1,"longitude":2}}',
  'Transfer-Encoding: chunked\r\n\r\n',
  'Transfer-Encoding: chunked\r\n\r\n2c\r\n{"coordinates":{"latitude":1,"longitude":2}}\r\n',
];
/** After so many bytes of the list a client leaves: some before anything has come. */
const leaveAfter = [0, 1, 30_000, 200_000, 1_000_000];

/** Clients that ask for the list and read nothing of it. */
export function stallLists(port: number, count: number): Promise<Socket[]> {
  return dialMany(port, count, async (socket) => {
    socket.pause().write(askForList);
  });
}

/** Clients that ask for the list, and leave one after another. Resolves when all have left. */
export async function leaveLists(port: number, count: number): Promise<void> {
  await dialMany(port, count, async (socket, index) => {
    let left = leaveAfter[index % leaveAfter.length] as number;
    socket.write(askForList);
    for await (const chunk of left > 0 ? socket.iterator({ destroyOnReturn: false }) : []) {
      left -= (chunk as Buffer).length;
      if (left <= 0) break;
    }
    leave(socket, index);
  });
}

/** Clients that send a part of an upload. */
export function beginUploads(port: number, count: number): Promise<Socket[]> {
  return dialMany(port, count, async (socket, index) => {
    socket.write(`${uploadHead}${uploads[index % uploads.length]}`);
  });
}

/** All of them leave: some close the connection, others reset it. */
export function leaveAll(sockets: readonly Socket[]): void {
  sockets.forEach(leave);
}

function leave(socket: Socket, index: number): void {
  if (index % 2 === 0) socket.destroy();
  else socket.resetAndDestroy();
}

function dialMany(
  port: number,
  count: number,
  act: (socket: Socket, index: number) => Promise<void>,
): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      socket.on('error', () => {});
      await act(socket, index);
      return socket;
    }),
  );
}
