import { Buffer } from 'node:buffer';
import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkHeaders } from '../check/check-options.ts';
import { curlLine } from '../check/curl-line.ts';
import { probe } from '../check/probe.ts';
import { parseServerUrl, targetBelow } from '../check/server-url.ts';
import { areFaults, checkTimeout, faultsForm } from '../check-arguments.ts';
import { createIdGenerator, noFaults } from '../http/in-process.ts';
import type { CaseRequest, Faults, Service } from '../http/service.ts';
import { ConnectionPool } from './connection-pool.ts';
import { openConnection } from './socket-connection.ts';

/** Options of {@link createUrlService}. */
export interface UrlServiceOptions {
  /**
   * How long a whole exchange may take, from the request to the last byte of the response, and every read or
   * write of a connection, in milliseconds.
   * @default 10000
   */
  readonly timeout?: number | undefined;
  /**
   * Accepts an untrusted certificate.
   * @default false
   */
  readonly insecure?: boolean | undefined;
  /**
   * Reuses connections. Otherwise each request has a new one, which takes more time.
   * @default true
   */
  readonly keepAlive?: boolean | undefined;
  /**
   * Fields that every request gets, such as a token. Commands have `$HEADER`, `$HEADER2`, … instead.
   * @default []
   */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * The faults of the server's store, for cases that need them.
   * @default none
   */
  readonly faults?: Faults | undefined;
}

/** A running service behind a base URL. */
export interface UrlService extends Service {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /**
   * Sends GET for the list, to find out whether the service responds.
   *
   * @throws {CheckError} (rejects) when there is no response. Its message says why, and what to do.
   */
  reach(): Promise<void>;
  /** The POSIX shell command that sends a request with curl. */
  curlCommand(request: CaseRequest): string;
  /** Closes idle connections, so that the next request has a new one. */
  reconnect(): void;
  /** Closes idle connections. */
  close(): void;
  /** Closes all connections. The requests under way reject. */
  destroy(): void;
}

/**
 * Makes a service of a running server by its base URL: http or https, a host, an optional port and an
 * optional path. Targets are relative to that path. Requests are sent exactly as they are given, with `Host`,
 * and with `Content-Length` if there is a body. A request without a response on an idle connection is sent
 * again on a new one. A response whose head is longer than 64 KiB or whose body is longer than 64 MiB rejects
 * with a `LIMIT_EXCEEDED` error, as do more than 8 interim responses.
 *
 * @throws {CheckError} when the URL has another form.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * const service = createUrlService('http://127.0.0.1:8080/locations');
 * const { status } = await service.request({ method: 'GET', target: '/eiffel-tower' });
 * service.close();
 */
export function createUrlService(url: string, options?: UrlServiceOptions): UrlService {
  const names = ['timeout', 'insecure', 'keepAlive', 'headers', 'faults'] as const;
  const given = checkOptionNames(options, names);
  const { timeout = 10_000, insecure = false, keepAlive = true, headers = [], faults = noFaults } = given;
  checkHeaders(headers);
  checkTimeout(timeout);
  checkOptionTypes('boolean', { insecure, keepAlive });
  if (!areFaults(faults)) throw new OptionError('faults', faultsForm);

  const server = { ...parseServerUrl(url), insecure, fields: headers };
  const { host, port, authority, basePath } = server;
  const tls = server.isSecure ? { insecure } : undefined;
  const connect = (signal?: AbortSignal) => openConnection({ host, port, timeout, tls, signal });
  const connections = new ConnectionPool(connect);
  const moved = (request: CaseRequest) => {
    const target = targetBelow(basePath, request.target);
    if (target === undefined) throw new Error(`The target ${request.target} would leave the base path.`);
    return { ...request, target };
  };
  const withFields = (request: CaseRequest) => ({
    ...request,
    headers: [...headers, ...(request.headers ?? [])],
  });
  const send = async (request: CaseRequest) =>
    connections.exchange(
      encodeRequest(authority, withFields(moved(request))),
      request.method,
      () => keepAlive,
    );

  return {
    url: server.url,
    request: send,
    freshId: createIdGenerator(),
    connect: () => connect(),
    faults,
    reach: async () => void (await probe(server, timeout, (target) => send({ method: 'GET', target }))),
    curlCommand: (request) => curlLine([moved(request)], server),
    reconnect: () => connections.close(),
    close: () => connections.close(),
    destroy: () => connections.destroy(),
  };
}

/** Returns the bytes of a request. `Host` is added, and `Content-Length` if there is a body. */
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
