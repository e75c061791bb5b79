import { Buffer } from 'node:buffer';
import { InvalidArgumentError, OptionError } from '@location-records/core';
import { areFaults, faultsForm } from '../check-arguments.ts';
import { createFreshIds, requireFaults } from '../http/in-process.ts';
import type { CaseRequest, CaseResponse, Connection, Faults, Service } from '../http/service.ts';
import { checkAddress, openConnection, type SocketAddress } from './socket-connection.ts';

/** The address of a running server, and the faults of its store if it has any. */
export interface SocketServiceOptions extends SocketAddress {
  readonly faults?: Faults | undefined;
}

/**
 * Makes a service of a running server. Each request has a connection of its own, and is sent exactly as the case has
 * it. Only `Host` is added, and `Content-Length` if there is a body.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function socketService(options: SocketServiceOptions): Service {
  const { faults, ...address } = checkSocketOptions(options);
  const authority = authorityOf(address.host, address.port);
  const connect = () => openConnection(address);
  return {
    request: (request) => exchange(connect, encodeRequest(authority, request), request.method),
    freshId: createFreshIds(),
    connect,
    get faults() {
      return requireFaults(faults);
    },
  };
}

/**
 * Checks the options of a service behind a socket, and returns them.
 *
 * @throws {InvalidArgumentError} when they are not an object.
 * @throws {OptionError} when one is unknown or not valid.
 */
export function checkSocketOptions(options: SocketServiceOptions): SocketServiceOptions {
  const given: unknown = options ?? {};
  if (typeof given !== 'object' || options === null) throw new InvalidArgumentError('options', 'an object');
  const { faults, ...address } = given as SocketServiceOptions;
  checkAddress(address);
  if (!areFaults(faults)) throw new OptionError('faults', faultsForm);
  return options;
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

/** Sends a request on a connection of its own, and reads the response. */
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
    const response = await connection.receive(method);
    connection.destroy();
    await sent;
    return response;
  } finally {
    connection.destroy();
  }
}
