import { createServer, type Socket } from 'node:net';
import { started } from '../started-servers.ts';

const response = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Starts a server that keeps the bytes of each connection, and responds as soon as `isComplete` returns `true`. */
export async function startKeeping(isComplete: (text: string) => boolean) {
  const kept: string[] = [];
  const url = await started(
    createServer((socket: Socket) => {
      let text = '';
      socket.setEncoding('latin1').on('error', () => {});
      socket.on('data', (piece) => {
        text += piece;
        if (!isComplete(text)) return;
        kept.push(text);
        socket.end(response);
      });
    }),
  );
  return { url, kept };
}
