import { Buffer } from 'node:buffer';
import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { areFaults, faultsForm } from '../check-arguments.ts';
import { createIdGenerator, requireFaults } from '../http/in-process.ts';
import type { CaseRequest, CaseResponse, Connection, Faults, Service } from '../http/service.ts';
import { ConnectionPool, receiveFinalHead } from './connection-pool.ts';
import { type ConnectOptions, checkConnectOptions, openConnection } from './socket-connection.ts';

/** Options of {@link createSocketService}. */
export interface SocketServiceOptions extends ConnectOptions {
  /**
   * The faults of the server's store, for cases that need them.
   * @default none
   */
  readonly faults?: Faults | undefined;
  /**
   * Reuses connections, which takes less time. Without it, each request has a new connection.
   * @default false
   */
  readonly keepAlive?: boolean | undefined;
}

/** A running server. */
export interface SocketService extends Service {
  /** Closes idle connections. */
  close(): void;
}

/**
 * Makes a service of a running server. Requests are sent exactly as the case has them. Only `Host` is added,
 * and `Content-Length` if there is a body.
 *
 * @throws {InvalidArgumentError} when the options are not an object.
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function createSocketService(options: SocketServiceOptions): SocketService {
  const names = ['host', 'port', 'timeout', 'tls', 'faults', 'keepAlive'] as const;
  const { keepAlive = false, faults, ...endpoint } = checkOptionNames(options, names);
  checkOptionTypes('boolean', { keepAlive });
  checkServerOptions(endpoint, faults);
  const authority = authorityOf(endpoint.host, endpoint.port);
  const connect = () => openConnection(endpoint);
  const connections = new ConnectionPool(connect);
  return {
    request: (request) => {
      const bytes = encodeRequest(authority, request);
      return keepAlive
        ? connections.exchange(bytes, request.method)
        : exchange(connect, bytes, request.method);
    },
    freshId: createIdGenerator(),
    connect,
    close: () => connections.close(),
    get faults() {
      return requireFaults(faults);
    },
  };
}

/**
 * Checks the address of a server, and the faults of its store.
 *
 * @throws {OptionError} when one is not valid.
 */
export function checkServerOptions(endpoint: ConnectOptions, faults: Faults | undefined): void {
  checkConnectOptions(endpoint);
  if (!areFaults(faults)) throw new OptionError('faults', faultsForm);
}

/** The value of `Host` for a server (RFC 9110 section 7.2). */
export function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The bytes of a request. `Host` is added, and `Content-Length` if there is a body. */
export function encodeRequest(
  authority: string,
  { method, target, headers = [], body }: CaseRequest,
): Uint8Array {
  const content = Buffer.from(body ?? '');
  const fields: (readonly [string, string])[] = [
    ['Host', authority],
    ...headers,
    ...(body === undefined ? [] : [['Content-Length', String(content.length)] as const]),
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`), content]);
}

/** Sends a request on a new connection, and reads the response. */
export async function exchange(
  connect: () => Promise<Connection>,
  request: Uint8Array,
  method: string,
): Promise<CaseResponse> {
  const connection = await connect();
  try {
    // Not awaited: a server may respond without reading the body.
    const sent = connection.send(request);
    sent.catch(() => {});
    const head = await receiveFinalHead(connection);
    const response = { ...head, body: await connection.receiveBody(head, method) };
    connection.destroy();
    await sent;
    return response;
  } finally {
    connection.destroy();
  }
}
