import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestAbortedError } from '../../src/errors.ts';
import { readBody } from '../../src/node/read-body.ts';
import { dial, listen } from '../listening.ts';

/** Something that an app does to a message before the service reads it. */
type Touch = (message: IncomingMessage) => void;

/** Serves what `respond` makes of each message, as JSON. Resolves to a function that sends a chunked body in pieces. */
async function serve<T>(respond: (message: IncomingMessage) => Promise<T>) {
  const server = createServer((req, res) => {
    void respond(req).then((value) => res.end(JSON.stringify(value)));
  });
  const client = await dial(await listen(server));
  client.setNoDelay();
  return async (pieces: readonly string[]): Promise<T> => {
    const head = 'PUT /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunks = [...pieces, ''].map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
    // It may come before the end of the body.
    const responded = once(client, 'data');
    // The first piece comes with the head, the others later.
    client.write(head + chunks[0]);
    for (const chunk of chunks.slice(1)) {
      await new Promise(setImmediate);
      client.write(chunk);
    }
    const [response] = (await responded) as [Buffer];
    return JSON.parse(String(response).replace(/^[\s\S]*?\r\n\r\n/, ''));
  };
}

const untouched: Touch = () => {};
const touches: readonly (readonly [string, Touch])[] = [
  ['has set an encoding', (message) => message.setEncoding('utf8')],
  ['has paused it', (message) => message.pause()],
  ['listens to its chunks', (message) => message.on('data', () => {})],
  ...(['push', 'on', 'emit'] as const).map((name): readonly [string, Touch] => [
    `has replaced \`${name}\``,
    (message) => {
      const method: unknown = message[name];
      Object.assign(message, {
        [name]: (...args: unknown[]) =>
          Reflect.apply(method as (...args: unknown[]) => unknown, message, args),
      });
    },
  ]),
];

/** What an app may do while the service reads. */
const lateTouches: readonly (readonly [string, Touch])[] = [
  ['listens to its chunks', (message) => message.on('data', () => {})],
  ['reads it when there is something', (message) => message.on('readable', () => message.read())],
  ['has resumed it', (message) => message.resume()],
  ['has paused it', (message) => message.pause()],
  ['pipes it', (message) => message.pipe(new PassThrough()).resume()],
];

/** The first bytes of a body as text, and whether the stream had a part of it. */
async function bodyOf(message: IncomingMessage, touch: Touch, maxBytes = 1000) {
  touch(message);
  const text = String(await readBody({ message, bytesRead: 0 }, maxBytes));
  message.resume();
  return { text, isFromStream: message.readableDidRead };
}

describe('a body', () => {
  it('is taken from the parser, so that the stream has no part of it', async () => {
    const send = await serve((message) => bodyOf(message, untouched));
    expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: false });
    expect(await send(['d'])).toEqual({ text: 'd', isFromStream: false });
  });

  it.each(touches)('is read from the stream where the app %s', async (_, touch) => {
    const send = await serve((message) => bodyOf(message, touch));
    expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: true });
  });

  it('is read from the stream where a tool has replaced `push` of all messages', async () => {
    const { push } = IncomingMessage.prototype;
    const seen: string[] = [];
    IncomingMessage.prototype.push = function (chunk, ...rest) {
      seen.push(String(chunk));
      return Reflect.apply(push, this, [chunk, ...rest]);
    };
    try {
      const send = await serve((message) => bodyOf(message, untouched));
      expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: true });
      expect(seen).toEqual(['ab', 'c', 'null']);
    } finally {
      Reflect.deleteProperty(IncomingMessage.prototype, 'push');
    }
  });

  it.each(lateTouches)('is read from the stream from when the app %s', async (_, touch) => {
    const send = await serve(async (message) => {
      const read = readBody({ message, bytesRead: 0 }, 1000);
      touch(message);
      const text = String(await read);
      message.resume();
      return { text, isFromStream: message.readableDidRead };
    });
    expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: true });
    expect(await send(['d'])).toEqual({ text: 'd', isFromStream: true });
  });

  it('is taken from the parser where the app has paused the connection', async () => {
    const send = await serve((message) => bodyOf(message, ({ socket }) => socket.pause()));
    expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: false });
  });

  it('is whole although the app responds before its end', async () => {
    let body: Promise<Uint8Array> | undefined;
    const server = createServer((message, res) => {
      body = readBody({ message, bytesRead: 0 }, 1000);
      res.end('Too slow.\n');
    });
    const client = await dial(await listen(server));
    client.write('PUT /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nab');
    await once(client, 'data');
    client.write('cd');
    expect(String(await body)).toBe('abcd');
  });

  it('is read from the stream where a part of it has arrived', async () => {
    const send = await serve(async (message) => {
      await once(message, 'readable');
      return bodyOf(message, untouched);
    });
    expect(await send(['ab', 'c'])).toEqual({ text: 'abc', isFromStream: true });
  });

  it('is read from the stream of a message that an app has made without a connection', async () => {
    const message = new IncomingMessage(null as unknown as Socket);
    message.push('abc');
    message.push(null);
    expect(await bodyOf(message, untouched)).toEqual({ text: 'abc', isFromStream: true });
  });

  it('is the same whether it is taken from the parser or from the stream', async () => {
    let maxBytes = 0;
    const ways = [untouched, ...touches.map(([, touch]) => touch)];
    const sends = await Promise.all(
      ways.map((touch) => serve(async (message) => (await bodyOf(message, touch, maxBytes)).text)),
    );
    const pieces = fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'binary-ascii' }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 60 }), async (body, max) => {
        maxBytes = max;
        const expected = body.join('').slice(0, max);
        for (const send of sends) expect(await send(body)).toBe(expected);
      }),
    );
  });

  it('cannot be read again while it is read, or later', async () => {
    const read = (message: IncomingMessage) => readBody({ message, bytesRead: 0 }, 1000);
    const nameOfError = ({ name }: Error) => name;
    const send = await serve(async (message) => {
      const first = read(message);
      const second = await read(message).catch(nameOfError);
      return [String(await first), second, await read(message).catch(nameOfError)];
    });
    expect(await send(['ab', 'c'])).toEqual(['abc', 'BodyUsedError', 'BodyUsedError']);
  });
});

it('a message ends before its response although its body went past the stream', async () => {
  const events: string[] = [];
  const send = await serve(async (message) => {
    message.on('end', () => events.push('end')).on('close', () => events.push('close'));
    await readBody({ message, bytesRead: 0 }, 1000);
    return [...events];
  });
  expect(await send(['ab', 'c'])).toEqual(['end', 'close']);
});

describe('a body that breaks off', () => {
  /** What an app does to the message before and after the service begins to read, and what then breaks off the body. */
  const ways: readonly (readonly [string, Touch, Touch])[] = [
    ['the app leaves it alone', untouched, untouched],
    ...touches.map(([what, touch]) => [`the app ${what}`, touch, untouched] as const),
    ...lateTouches.map(([what, touch]) => [`the app ${what} while it is read`, untouched, touch] as const),
  ];
  const ends: readonly (readonly [string, (message: IncomingMessage, client: Socket) => void])[] = [
    ['the client leaves', (_, client) => client.destroy()],
    ['the app destroys the message', (message) => message.destroy()],
    ['the app destroys it with an error', (message) => message.destroy(new Error('enough'))],
    ['the app ends the connection', ({ socket }) => socket.destroy()],
  ];

  const all = ways.flatMap(([what, ...touched]) =>
    ends.map(([ending, end]) => [what, ending, ...touched, end] as const),
  );

  it.each(all)('rejects where %s, and %s', async (_, __, early, late, end) => {
    const server = createServer();
    const client = await dial(await listen(server));
    const read = new Promise((_, reject) => {
      server.on('request', (message) => {
        const source = { message, bytesRead: 0 };
        early(message);
        readBody(source, 1000, () => {
          if (source.bytesRead === 4) end(message, client);
          return false;
        }).catch(reject);
        late(message);
      });
    });
    client.write('PUT /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nab');
    client.write('cd');
    await expect(read).rejects.toBeInstanceOf(RequestAbortedError);
  });
});
