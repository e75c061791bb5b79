import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { CaseRequest } from '@location-records/conformance';
import type { ComparedService, DiffOptions } from '@location-records/conformance/diff';
import { urlService } from '@location-records/conformance/node';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type LocationResponse,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { onTestFinished } from 'vitest';
import { json } from '../../mutants/handler-mutants.ts';
import { listenerOf, started } from '../started-servers.ts';

/** A new handler over an empty memory store. */
export function newHandler(): Handler {
  return createHandler({ store: createMemoryStore() });
}

/**
 * Options that leave out what node:http itself refuses, and let shrinking end by the number of its sequences only.
 */
export const plain: DiffOptions = {
  leaveOut: ({ method }) => method === 'get' || method === 'FROBNICATE',
  maxShrinkTime: Number.POSITIVE_INFINITY,
};

/** The service behind a URL until the test has finished. */
export function serviceAt(url: string) {
  const service = urlService(url, { timeout: 2000 });
  onTestFinished(() => service.close());
  return service;
}

/** Starts a server without a fault. */
export function startRight(): Promise<string> {
  return started(createHttpServer(listenerOf(newHandler())));
}

/** Starts a server that reads no body of DELETE, so that the body is the beginning of the next request. */
export function startLeavingBodies(): Promise<string> {
  const handle = newHandler();
  return started(
    createServer((socket) => {
      socket.on('error', () => {});
      void serveRaw(socket, handle).catch(() => socket.destroy());
    }),
  );
}

async function serveRaw(socket: Socket, handle: Handler): Promise<void> {
  let text = Buffer.alloc(0);
  for await (const bytes of socket) {
    text = Buffer.concat([text, bytes as Buffer]);
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const [line = '', ...fields] = text.subarray(0, end).toString('latin1').split('\r\n');
      const [method = '', target = ''] = line.split(' ');
      const lines = fields.map((field) => /^([^:]+): ?(.*)$/.exec(field) ?? []);
      const valuesOf = (name: string) =>
        lines.filter(([, one]) => one?.toLowerCase() === name).map(([, , value = '']) => value);
      const length = method === 'DELETE' ? 0 : Number(valuesOf('content-length')[0] ?? 0);
      if (text.length < end + 4 + length) break;
      const body = text.subarray(end + 4, end + 4 + length);
      text = text.subarray(end + 4 + length);
      const response = await handle({
        method,
        target,
        headers: { 'content-type': valuesOf('content-type') },
        body: async () => body,
      });
      socket.write(await bytesOf(response, method));
    }
  }
}

async function bytesOf(response: LocationResponse, method: string): Promise<Buffer> {
  const body = method === 'HEAD' ? '' : await wholeBody(response);
  const length = { 'Content-Length': String(Buffer.byteLength(body)), ...response.headers };
  const lines = Object.entries(length).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${response.status} X\r\n${lines.join('')}\r\n${body}`);
}

async function wholeBody({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
  return text;
}

/** Starts a server that fails on every third request of a connection. */
export function startFailingOnThird(): Promise<string> {
  const serve = listenerOf(newHandler());
  const counts = new WeakMap<object, number>();
  return started(
    createHttpServer((req, res) => {
      const count = (counts.get(req.socket) ?? 0) + 1;
      counts.set(req.socket, count);
      if (count % 3 !== 0) return serve(req, res);
      req.resume();
      res.writeHead(500, { 'Content-Type': 'text/plain', 'Content-Length': '4' }).end('busy');
    }),
  );
}

/** Starts a server that writes JSON as Python does: other texts of numbers, blanks, sorted members, escapes. */
export function startPython(): Promise<string> {
  return started(createHttpServer(listenerOf(pythonHandler(newHandler()))));
}

function pythonHandler(handle: Handler): Handler {
  return async (request) => {
    const isHead = request.method === 'HEAD';
    const response = await handle(isHead ? deriveRequest(request, { method: 'GET' }) : request);
    const body = await wholeBody(response);
    if (body === '') return response;
    const changed = json(response.status, pythonText(JSON.parse(body)));
    return {
      ...changed,
      headers: { ...response.headers, ...changed.headers },
      body: isHead ? '' : changed.body,
    };
  };
}

function pythonText(value: unknown): string {
  if (typeof value === 'number') return pythonNumber(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, one]) => `${JSON.stringify(name)}: ${pythonText(one)}`).join(', ')}}`;
  }
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function pythonNumber(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e16 ? `${value}.0` : String(BigInt(value));
  return String(value).replace(/e-(\d)$/, 'e-0$1');
}

/** A service that calls `act` before each request. */
export function acting(service: ComparedService, act: (request: CaseRequest) => void): ComparedService {
  return {
    reconnect: service.reconnect,
    request: async (request) => {
      act(request);
      return service.request(request);
    },
  };
}
