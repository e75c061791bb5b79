import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** A good response, before it is mutated. */
export interface Reply {
  readonly status: number;
  readonly type: string | undefined;
  /** The field `Accept-Post`. */
  readonly accept?: string;
  readonly body: string;
}

/** What a server does to a response. */
export interface Mutation {
  readonly name: string;
  /** Whether a list may rightly go on for ever. */
  readonly isEndlessList?: true;
  /** Sends the mutated response. Rejects, or waits for the end of the socket, when nothing may follow. */
  respond(socket: Socket, good: Reply, random: () => number): Promise<void>;
}

/** Returns the head of a response, with its length unless `framing` says otherwise. */
export function headOf(
  { status, type, accept, body }: Reply,
  framing = `Content-Length: ${Buffer.byteLength(body)}`,
): string {
  const fields = [
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(accept === undefined ? [] : [`Accept-Post: ${accept}`]),
    framing,
  ];
  return `HTTP/1.1 ${status} OK\r\n${fields.join('\r\n')}\r\n\r\n`;
}

const json = 'application/json';

/** Sends something again and again, until the client has left. */
async function sendForEver(socket: Socket, beginning: string, part: string | Buffer): Promise<void> {
  socket.write(beginning);
  const times = Math.ceil(2 ** 16 / part.length);
  const piece = typeof part === 'string' ? part.repeat(times) : part;
  while (!socket.destroyed) {
    if (socket.write(piece)) await setTimeout(0);
    else await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

/** A body of a good response that never ends, of other content. */
function endless(name: string, beginning: string, part: string): Mutation {
  return {
    name: `an endless body of ${name}`,
    respond: (socket, good) =>
      sendForEver(
        socket,
        `${headOf({ ...good, status: 200, type: good.type ?? json }, 'Connection: close')}${beginning}`,
        part,
      ),
  };
}

/** A response of which one text takes the place of another. */
function replaced(name: string, replace: (body: string, random: () => number) => string): Mutation {
  return {
    name,
    async respond(socket, good, random) {
      const reply = { ...good, body: replace(good.body, random) };
      socket.write(`${headOf(reply)}${reply.body}`);
    },
  };
}

/** A response that is only another one. */
function other(name: string, reply: (random: () => number) => Reply, fields = ''): Mutation {
  return {
    name,
    async respond(socket, _, random) {
      const made = reply(random);
      socket.write(`${headOf(made, `${fields}Content-Length: ${Buffer.byteLength(made.body)}`)}${made.body}`);
    },
  };
}

/** A head of which the client decides what it means. */
function framed(framing: string, change: (body: string) => string = (body) => body): Mutation {
  return {
    name: JSON.stringify(framing.slice(0, 60)),
    async respond(socket, good) {
      socket.write(`${headOf(good, framing)}${change(good.body)}`);
    },
  };
}

const hostileValues = [
  ...['"x"', '1e999', '-1', '-1e999', 'null', 'true', '{}', '[]', '""', '-0', '1e-999', '9'.repeat(400)],
  ...['{"__proto__":{"latitude":1}}', '{"constructor":{"prototype":1}}', '"\\u001b[31m\\u202e"', '"\\ud800"'],
  ...[
    '[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]',
    `"${'"'.repeat(3)}`,
    `"${' '.repeat(100_000)}"`,
    '['.repeat(200_000),
  ],
];
const names = ['__proto__', 'constructor', 'toString', 'length', '', 'then', '\\u0000', 'a'.repeat(100_000)];
const hostileText = `\u001b[2J\u202e\u009b31m"${'\\"'.repeat(20_000)}${' \t'.repeat(50_000)}\r\n\u2028`;
const message = (text: string) => JSON.stringify({ error_message: text });

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Puts `text` in the place of one of what the pattern matches. */
function replaceOne(body: string, pattern: RegExp, text: string, random: () => number): string {
  const found = [...body.matchAll(pattern)];
  const match = found[Math.floor(random() * found.length)];
  if (match === undefined) return text;
  return body.slice(0, match.index) + text + body.slice(match.index + match[0].length);
}

/** 16 MiB of white space, many times. */
let bomb: Buffer | undefined;
function bombMember(): Buffer {
  bomb ??= gzipSync(Buffer.alloc(2 ** 24, ' '));
  return bomb;
}

export const mutations: readonly Mutation[] = [
  {
    name: 'flipped bytes',
    async respond(socket, good, random) {
      const bytes = Buffer.from(`${headOf(good)}${good.body}`);
      for (let left = 1 + random() * 20; left > 0; left--) {
        const at = Math.floor(random() ** 2 * bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
      }
      socket.write(bytes);
    },
  },
  {
    name: 'cut, and the end',
    async respond(socket, good, random) {
      const text = `${headOf(good)}${good.body}`;
      socket.end(text.slice(0, random() * text.length));
    },
  },
  {
    name: 'cut, and a reset',
    async respond(socket, good, random) {
      const text = `${headOf(good)}${good.body}`;
      socket.write(text.slice(0, random() * text.length), () => socket.resetAndDestroy());
    },
  },
  {
    name: 'cut, and silence',
    async respond(socket, good, random) {
      const text = `${headOf(good)}${good.body}`;
      socket.write(text.slice(0, random() * text.length));
      await once(socket, 'close');
    },
  },
  {
    name: 'a part sent twice',
    async respond(socket, good, random) {
      const text = `${headOf(good)}${good.body}`;
      const [start, end] = [random() * text.length, random() * text.length];
      socket.write(text.slice(0, end) + text.slice(start));
    },
  },
  {
    name: 'a byte each 50 ms',
    async respond(socket, good) {
      for (const character of `${headOf(good)}${good.body}`) {
        if (socket.destroyed) return;
        socket.write(character);
        await setTimeout(50);
      }
    },
  },
  {
    name: 'a good head, and a byte each 50 ms for ever',
    async respond(socket, good) {
      socket.write(headOf({ ...good, type: good.type ?? json }, 'Connection: close'));
      while (!socket.destroyed) {
        socket.write(' ');
        await setTimeout(50);
      }
    },
  },
  endless('white space', '', ' '),
  endless('line feeds', '', '\n'),
  endless('letters', '', 'a'),
  endless('a text', '["', 'a'),
  endless('brackets', '', '['),
  endless('objects', '', '{"a":'),
  endless('empty arrays', '[', '[],'),
  endless('numbers', '{"a":[', '1,'),
  endless('NUL', '', '\0'),
  {
    ...endless('records', '[', '["a",{"coordinates":{"latitude":1,"longitude":2}}],'),
    isEndlessList: true,
  },
  {
    ...endless(
      'Features',
      '',
      '{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}\n',
    ),
    isEndlessList: true,
  },
  {
    name: 'endless chunks of one byte',
    respond: (socket, good) =>
      sendForEver(
        socket,
        headOf({ ...good, type: good.type ?? json }, 'Transfer-Encoding: chunked'),
        '1\r\n \r\n',
      ),
  },
  {
    name: 'an endless extension of a chunk',
    respond: (socket, good) => sendForEver(socket, `${headOf(good, 'Transfer-Encoding: chunked')}1;a=`, 'a'),
  },
  {
    name: 'endless trailers',
    respond: (socket, good) =>
      sendForEver(socket, `${headOf(good, 'Transfer-Encoding: chunked')}0\r\n`, 'X: a\r\n'),
  },
  {
    name: 'endless interim responses',
    respond: (socket) => sendForEver(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'),
  },
  {
    name: 'an interim response each 50 ms',
    async respond(socket) {
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 102 Processing\r\n\r\n');
        await setTimeout(50);
      }
    },
  },
  {
    name: 'a head of 1 MB',
    async respond(socket, good) {
      socket.write(`${headOf(good, `X-Large: ${'a'.repeat(1e6)}`)}${good.body}`);
    },
  },
  {
    name: 'an endless head',
    respond: (socket) => sendForEver(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: a\r\n'),
  },
  {
    name: 'a status line of 256 KB',
    async respond(socket, good) {
      const spaces = ' \t'.repeat(2 ** 17);
      socket.write(`${headOf(good).replace('OK', spaces)}${good.body}`);
    },
  },
  {
    name: 'an endless status line',
    respond: (socket) => sendForEver(socket, 'HTTP/1.1 200 ', ' '),
  },
  {
    name: 'a type with long parameters',
    async respond(socket, good) {
      const type = `${good.type ?? json}; ${'a="\\"'.repeat(2500)}`;
      socket.write(`${headOf({ ...good, type })}${good.body}`);
    },
  },
  framed('Content-Length: 1'),
  framed('Content-Length: 999999999999'),
  framed('Content-Length: -1'),
  framed('Content-Length: 1\r\nContent-Length: 99'),
  framed('Content-Length: 1\r\nTransfer-Encoding: chunked'),
  framed('Transfer-Encoding: chunked', (body) => `${body.length + 9}\r\n${body}\r\n0\r\n\r\n`),
  framed('Transfer-Encoding: chunked', (body) => `1\r\n${body}\r\n0\r\n\r\n`),
  framed('Transfer-Encoding: chunked', (body) => `-1\r\n${body}\r\n0\r\n\r\n`),
  framed('Transfer-Encoding: chunked', (body) => `FFFFFFFFFFFFFFFFF\r\n${body}`),
  framed('Transfer-Encoding: gzip, chunked', (body) => `5\r\n${body}`),
  framed('Content-Encoding: gzip'),
  framed('Content-Encoding: br, gzip, deflate, br, gzip'),
  {
    name: 'a bomb of gzip',
    respond: (socket, good) =>
      sendForEver(
        socket,
        headOf({ ...good, type: good.type ?? json }, 'Content-Encoding: gzip\r\nConnection: close'),
        bombMember(),
      ),
  },
  replaced('a hostile value', (body, random) =>
    replaceOne(body, /-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"(?!:)/g, pick(hostileValues, random), random),
  ),
  replaced('a hostile name', (body, random) =>
    replaceOne(body, /"[a-z]+"(?=:)/g, `"${pick(names, random)}"`, random),
  ),
  replaced('another order of brackets', (body, random) =>
    replaceOne(body, /[[\]{}]/g, pick(['[', ']', '{', '}', '', ',', ':'], random), random),
  ),
  replaced('300,000 times as much', (body) => {
    const line = body.split('\n')[0] ?? '';
    return `${line}\n`.repeat(Math.min(300_000, Math.ceil(5e7 / (line.length + 1))));
  }),
  replaced('twice as much', (body) =>
    body.replace(/\]\}?\s*$/, (end) => `,${body.slice(1, -end.length)}${end}`),
  ),
  replaced('no UTF-8', (body) => `${body.slice(0, 20)}\ud800${body.slice(20)}`),
  other('a long error', (random) => ({
    status: pick([400, 401, 403, 404, 409, 429, 500, 503], random),
    type: json,
    body: message(hostileText),
  })),
  other('an error of 20 MB', (random) => ({
    status: pick([400, 404, 500], random),
    type: json,
    body: message('a'.repeat(2e7)),
  })),
  other('an error of brackets', () => ({ status: 400, type: json, body: '['.repeat(1e6) })),
  other('no status', (random) => ({
    status: pick([0, 99, 199, 299, 304, 600, 999], random),
    type: json,
    body: '{}',
  })),
  other(
    'a redirect to a long address',
    () => ({ status: 302, type: undefined, body: '' }),
    `Location: http://a:b@127.0.0.1:1/${'a::@'.repeat(3000)}\r\n`,
  ),
  {
    name: 'a reset',
    async respond(socket) {
      socket.resetAndDestroy();
    },
  },
  {
    name: 'another protocol',
    async respond(socket) {
      socket.end(`SSH-2.0-OpenSSH_9.6 \u001b[31m${'x'.repeat(1000)}\r\n`);
    },
  },
  {
    name: 'a switch of protocols',
    async respond(socket) {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
    },
  },
];
