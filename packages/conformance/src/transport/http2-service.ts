import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { byName, createIdGenerator, requireFaults } from '../http/in-process.ts';
import type { CaseRequest, CaseResponse, CaseResponseHead, Connection, Service } from '../http/service.ts';
import { ConnectionEndedError } from '../http/service.ts';
import { authorityOf, checkServerOptions, type SocketServiceOptions } from './socket-service.ts';

/** A service that receives its requests over HTTP/2. */
export interface Http2Service extends Service {
  /** Closes the connection. */
  close(): Promise<void>;
}

/** Options of {@link http2Service}. */
export type Http2ServiceOptions = Omit<SocketServiceOptions, 'keepAlive' | 'tls'>;

/**
 * Makes a service of a running server that speaks HTTP/2 without TLS. All requests are streams of one connection, which
 * is opened at once. When the server ends it, all later cases fail. Cases that need a `socket` cannot run.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function http2Service(options: Http2ServiceOptions): Http2Service {
  const names = ['host', 'port', 'timeout', 'faults'] as const;
  const { faults, ...endpoint } = checkOptionNames(options, names);
  checkServerOptions(endpoint, faults);
  const { host, port, timeout = 10_000 } = endpoint;
  const session = connect(`http://${authorityOf(host, port)}`);
  // Each stream reports the error to the reader of its response.
  session.on('error', () => {});
  return {
    request: (request) => exchange(session, request, timeout),
    freshId: createIdGenerator(),
    connect: async (): Promise<Connection> => {
      throw new Error('A case cannot send the bytes of HTTP/1.1 over HTTP/2.');
    },
    get faults() {
      return requireFaults(faults);
    },
    close: async () => {
      const closed = session.closed ? undefined : once(session, 'close');
      session.destroy();
      await closed;
    },
  };
}

async function exchange(
  session: ClientHttp2Session,
  { method, target, headers = [], body }: CaseRequest,
  timeout: number,
): Promise<CaseResponse> {
  const content = body === undefined ? undefined : Buffer.from(body);
  const fields: OutgoingHttpHeaders = { ':method': method, ':path': target, ...byName(headers) };
  if (content) fields['content-length'] = content.length;
  const stream = session.request(fields, { endStream: content === undefined });
  const timer = setTimeout(() => {
    stream.destroy(new Error(`Timed out after ${timeout} ms waiting for a response.`));
  }, timeout);
  try {
    // Not awaited: a server may respond without reading the body.
    if (content) stream.end(content);
    return await receive(stream);
  } finally {
    clearTimeout(timer);
    // Only if necessary: servers treat many cancelled streams as an attack.
    if (!stream.writableFinished) stream.close(constants.NGHTTP2_CANCEL);
  }
}

function receive(stream: ClientHttp2Stream): Promise<CaseResponse> {
  return new Promise((resolve, reject) => {
    let head: CaseResponseHead | undefined;
    const chunks: Uint8Array[] = [];
    const ended = () => {
      if (head) resolve({ ...head, body: Buffer.concat(chunks) });
      else reject(new ConnectionEndedError('The stream ended before a response.'));
    };
    // The types lack the last argument: the fields as received, in order.
    const begin = (fields: IncomingHttpHeaders, _flags: number, rawFields: readonly string[]) => {
      head = { status: Number(fields[':status']), headers: byName(pairs(rawFields)) };
    };
    stream
      .on('response', begin as (fields: IncomingHttpHeaders, flags: number) => void)
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', ended)
      .on('error', reject)
      .on('close', () =>
        reject(new ConnectionEndedError('The stream ended before the end of the response.')),
      );
  });
}

/** The fields of a list of alternating names and values, without the pseudo-fields. */
function pairs(raw: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !name.startsWith(':') ? [[name, raw[index + 1] ?? ''] as const] : [],
  );
}
