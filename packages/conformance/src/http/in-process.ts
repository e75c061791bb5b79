import {
  type Handler,
  InvalidArgumentError,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { checkHandler } from '@location-records/core/adapter-kit';
import { areFaults, faultsForm } from '../check-arguments.ts';
import { bytes } from './requests.ts';
import type { CaseRequest, CaseResponse, Connection, Faults, Service } from './service.ts';

/** Returns a function that returns a new identifier of URL-safe characters with each call. */
export function createIdGenerator(): () => string {
  const prefix = crypto.randomUUID().slice(0, 13);
  let count = 0;
  return () => `case-${prefix}-${++count}`;
}

async function refuse(): Promise<never> {
  throw new Error('The store of this service cannot fail on demand.');
}

/** The faults of a service whose store cannot fail on demand. Each method rejects. */
export const noFaults: Faults = { fail: refuse, failList: refuse, reportedErrors: refuse };

/**
 * Makes a service of a handler in this process, for cases that need no socket.
 *
 * @param faults the faults of the handler's store, for cases that need them.
 * @throws {InvalidArgumentError} when an argument is not that.
 */
export function createHandlerService(handle: Handler, faults = noFaults): Service {
  checkHandler(handle);
  if (!areFaults(faults)) throw new InvalidArgumentError('faults', faultsForm);
  return {
    request: async (request) => readHandlerResponse(await handle(toLocationRequest(request))),
    freshId: createIdGenerator(),
    connect: async (): Promise<Connection> => {
      throw new Error('A handler in this process has no connections.');
    },
    faults,
  };
}

function toLocationRequest({ method, target, headers = [], body = '' }: CaseRequest): LocationRequest {
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    method,
    target,
    headers: byName(headers),
    body: async (maxBytes) => content.slice(0, maxBytes),
  };
}

async function readHandlerResponse({ status, headers, body }: LocationResponse): Promise<CaseResponse> {
  const pieces: (string | Uint8Array)[] = [];
  if (typeof body === 'string') pieces.push(body);
  else for await (const piece of body) pieces.push(piece);
  return { status, headers: byName(Object.entries(headers)), body: bytes(...pieces) };
}

/** Returns field lines by lower-case name. */
export function byName(lines: Iterable<readonly [name: string, value: string]>): Record<string, string[]> {
  // Without a prototype, since a server may name a field `constructor`.
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of lines) {
    const values = fields[name.toLowerCase()];
    if (values) values.push(value);
    else fields[name.toLowerCase()] = [value];
  }
  return fields;
}

/**
 * Makes a service of a fetch handler in this process, for cases that need no socket. A request that the
 * constructor of `Request` refuses rejects with the error of that constructor.
 *
 * @param faults the faults of the handler's store, for cases that need them.
 * @throws {InvalidArgumentError} when an argument is not that.
 */
export function createFetchService(
  fetch: (request: Request) => Promise<Response> | Response,
  faults = noFaults,
): Service {
  if (typeof fetch !== 'function') throw new InvalidArgumentError('fetch', 'a function such as fetch');
  if (!areFaults(faults)) throw new InvalidArgumentError('faults', faultsForm);
  return {
    request: async (request) => readFetchResponse(await fetch(toRequest(request))),
    freshId: createIdGenerator(),
    connect: async (): Promise<Connection> => {
      throw new Error('A fetch handler in this process has no connections.');
    },
    faults,
  };
}

function toRequest({ method, target, headers = [], body }: CaseRequest): Request {
  const url = target.startsWith('/') ? `http://localhost${target}` : new URL(target, 'http://localhost');
  const lines = headers.map(([name, value]): [string, string] => [name, value]);
  return new Request(url, { method, headers: lines, ...(body !== undefined && { body }) });
}

async function readFetchResponse(response: Response): Promise<CaseResponse> {
  const headers = byName(response.headers);
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/**
 * The cases that a `Request` cannot express, by id, each with the reason. Pass it as the option `exceptions`
 * of `registerHttpContract`.
 */
export const requestExceptions: Readonly<Record<string, string>> = {
  'state-get-with-body': 'The constructor of Request refuses a body for GET.',
  'method-trace': 'The constructor of Request refuses the method TRACE.',
  'method-lower-case':
    'The constructor of Request writes get, post, put, delete, head and options in upper case.',
};
