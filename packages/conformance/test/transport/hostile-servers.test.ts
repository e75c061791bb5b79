import { createServer, type Socket } from 'node:net';
import { createUrlService } from '@location-records/conformance/node';
import { describe, expect, it } from 'vitest';
import { ByteQueue } from '../../src/transport/byte-queue.ts';
import { Allowance } from '../../src/transport/limits.ts';
import { openConnection } from '../../src/transport/socket-connection.ts';
import { started } from '../started-servers.ts';

/** Starts a server that handles the first bytes of each connection, and sends a GET to it. */
async function ask(respond: (socket: Socket) => void, timeout = 10_000) {
  const url = await started(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => respond(socket));
    }),
  );
  const service = createUrlService(url, { timeout });
  return service.request({ method: 'GET', target: '/a' }).finally(() => service.destroy());
}

/** Sends a piece again and again, as fast as the client takes it. */
function sendForever(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Sends a character again and again, slowly. */
function drip(socket: Socket, character: string): void {
  const timer = setInterval(() => socket.write(character), 20);
  socket.once('close', () => clearInterval(timer));
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const long = 'x'.repeat(2 ** 16);

describe('a response is refused', () => {
  it.each([
    ['a status line', `HTTP/1.1 200 ${long}\r\n\r\n`, 'The head of the response is too long'],
    ['a field', `${ok}X: ${long}\r\n\r\n`, 'The head of the response is too long'],
    ['many fields', `${ok}${'X: a\r\n'.repeat(2 ** 14)}\r\n`, 'The head of the response is too long'],
    ['trailers', `${chunked}0\r\n${'X: a\r\n'.repeat(2 ** 14)}\r\n`, 'The trailer section is too long'],
    ['a chunk extension', `${chunked}1;${long}\r\na\r\n0\r\n\r\n`, 'The size line of a chunk is too long'],
  ])('with %s longer than 64 KiB', async (_, bytes, message) => {
    await expect(ask((socket) => socket.write(bytes))).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: expect.stringContaining(message),
    });
  });

  it('with an endless line', async () => {
    await expect(ask((socket) => sendForever(socket, long))).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
    });
  });

  it('with more than 8 interim responses', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const rest = `${ok}Content-Length: 0\r\n\r\n`;
    expect((await ask((socket) => socket.write(interim.repeat(8) + rest))).status).toBe(200);
    const respond = (socket: Socket) => socket.write(interim.repeat(9) + rest);
    await expect(ask(respond)).rejects.toThrow('more than 8 interim responses');
  });

  it.each([
    ['without a length', `${ok}\r\n`, long],
    ['in chunks', chunked, `10000\r\n${long}\r\n`],
  ])('with an endless body %s', async (_, head, piece) => {
    const url = await started(
      createServer((socket) => {
        socket.on('error', () => {}).write(head);
        sendForever(socket, piece);
      }),
    );
    const allowance = new Allowance(2 ** 20);
    const { hostname: host, port } = new URL(url);
    const connection = await openConnection({ host, port: Number(port), timeout: 10_000, allowance });
    await expect(connection.receive()).rejects.toThrow('The server sends more than 1 MiB.');
    connection.destroy();
  });

  it('with a length of more than 64 MiB, before its body', async () => {
    const respond = (socket: Socket) => socket.write(`${ok}Content-Length: ${2 ** 26 + 1}\r\n\r\n`);
    await expect(ask(respond)).rejects.toThrow('The server sends more than 64 MiB.');
  });

  it.each([
    ['head', ''],
    ['body', `${ok}Content-Length: 100000\r\n\r\n`],
    ['body in chunks', `${chunked}100000\r\n`],
  ])('when its %s drips in longer than the timeout', async (_, head) => {
    const respond = (socket: Socket) => {
      socket.write(head);
      drip(socket, 'H');
    };
    await expect(ask(respond, 300)).rejects.toMatchObject({ code: 'TIMED_OUT' });
  });

  it('when interim responses drip in longer than the timeout', async () => {
    const respond = (socket: Socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n');
    await expect(ask(respond, 100)).rejects.toMatchObject({ code: 'TIMED_OUT' });
  });
});

it('a message shows the beginning of a wrong line alone', async () => {
  const error = await ask((socket) => socket.write(`${'y'.repeat(60_000)}\r\n\r\n`)).catch(
    (caught) => caught,
  );
  expect(error.message).toBe(`Invalid status line: "${'y'.repeat(100)}…"`);
});

it('fields have any names and much white space', async () => {
  const blanks = ' '.repeat(50_000);
  const fields = `constructor: 1\r\n__proto__: 2\r\nX: \ta${blanks}b \r\nContent-Length: 0\r\n`;
  const { headers } = await ask((socket) => socket.write(`${ok}${fields}\r\n`));
  expect(Object.entries(headers)).toEqual([
    ['constructor', ['1']],
    ['__proto__', ['2']],
    ['x', [`a${blanks}b`]],
    ['content-length', ['0']],
  ]);
});

it('bytes that nobody reads are not received any more', async () => {
  const flow: string[] = [];
  const queue = new ByteQueue({ stop: () => flow.push('stop'), goOn: () => flow.push('go on') });
  for (let count = 0; count < 4; count++) queue.push(Buffer.alloc(2 ** 14));
  expect(flow).toEqual(['stop']);
  queue.startTimer(10_000);
  expect(await queue.some(2 ** 20)).toHaveLength(2 ** 16);
  const more = queue.some(1);
  expect(flow).toEqual(['stop', 'go on']);
  queue.push(Buffer.from('a'));
  expect(String(await more)).toBe('a');
});
