import { ContractError } from '../contract-error.ts';
import type { CaseRequest, Connection, Service } from './service.ts';

type Headers = NonNullable<CaseRequest['headers']>;

/** The content type of a JSON body. */
export const jsonType: Headers = [['Content-Type', 'application/json']];

/** Returns a request without a body. */
export function ask(method: string, target: string, headers: Headers = []): CaseRequest {
  return { method, target, headers };
}

/** Returns a request with a body. */
export function send(
  method: string,
  target: string,
  body: string | Uint8Array,
  headers: Headers = jsonType,
): CaseRequest {
  return { method, target, headers, body };
}

/** Joins texts and bytes into one body. */
export function bytes(...parts: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const encoder = new TextEncoder();
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/** The content type of a JSON body, as a field line. */
export const jsonLine = 'Content-Type: application/json';
/** The framing of a chunked body, as a field line. */
export const chunkedLine = 'Transfer-Encoding: chunked';

/** Runs a function on a new connection, and destroys the connection afterwards. */
export async function onConnection(
  service: Service,
  run: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await service.connect();
  try {
    await run(connection);
  } finally {
    connection.destroy();
  }
}

/** Returns the head of a request with `Host` and these field lines. */
export function rawHead(method: string, target: string, ...lines: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

/** Returns a whole request with a JSON body in ASCII. */
export function rawWrite(method: string, target: string, body: string, ...lines: readonly string[]): string {
  return rawHead(method, target, jsonLine, `Content-Length: ${body.length}`, ...lines) + body;
}

/** Returns one chunk of a chunked body, in ASCII. An empty chunk ends the body. */
export function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

const mebibyte = 2 ** 20;

/** Sends a piece repeatedly until the server closes the connection. The server must do so before 64 MiB. */
export async function sendUntilClosed(connection: Connection, piece: string): Promise<void> {
  for (let sent = 0; sent < 64 * mebibyte; sent += piece.length) {
    if (!(await connection.send(piece))) return;
  }
  throw new ContractError('connection', 'closed by the server', 'open after 64 MiB more');
}
