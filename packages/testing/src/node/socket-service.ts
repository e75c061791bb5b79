import { Buffer } from 'node:buffer';
import { createFreshIds } from '../http-contract/fresh-ids.ts';
import { requireFaults } from '../http-contract/require-faults.ts';
import type { CaseRequest, CaseResponse, Faults, Service } from '../http-contract/service.ts';
import { openConnection, type SocketAddress } from './socket-connection.ts';

/** A server that runs, and the faults of its store where there are some. */
export interface SocketServiceOptions extends SocketAddress {
  readonly faults?: Faults | undefined;
}

/**
 * The service of a running server, as the cases of the contract see it. Each request has a connection of its
 * own and is sent as it is written; `Host` and, with a body, `Content-Length` are added.
 */
export function socketService({ faults, ...address }: SocketServiceOptions): Service {
  return {
    request: (request) => exchange(address, request),
    freshId: createFreshIds(),
    connect: () => openConnection(address),
    get faults() {
      return requireFaults(faults);
    },
  };
}

async function exchange(address: SocketAddress, request: CaseRequest): Promise<CaseResponse> {
  const connection = await openConnection(address);
  try {
    // Not awaited: a server may answer without reading the body.
    const sent = connection.send(encode(address, request));
    const response = await connection.receive(request.method);
    connection.destroy();
    await sent;
    return response;
  } finally {
    connection.destroy();
  }
}

function encode(
  { host, port }: SocketAddress,
  { method, target, headers = [], body }: CaseRequest,
): Uint8Array {
  const content = Buffer.from(body ?? '');
  const fields: (readonly [string, string])[] = [
    ['Host', `${host.includes(':') ? `[${host}]` : host}:${port}`],
    ...headers,
    ...(body === undefined ? [] : [['Content-Length', String(content.length)] as const]),
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`), content]);
}
