import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createHandler, type Handler, type HandlerOptions } from '@location-records/core';
import { onTestFinished } from 'vitest';

/** Starts a server on a free port of 127.0.0.1 until the test has finished. Returns its URL. */
export async function started(server: NetServer | Server): Promise<string> {
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a service that calls `watch` for each request. */
export function startService(options: HandlerOptions, watch: RequestListener = () => {}): Promise<string> {
  const listener = listenerOf(createHandler(options));
  return started(createServer(listener).prependListener('request', watch));
}

/** Cases that {@link listenerOf} fails, because node:http itself decides which requests are HTTP. */
export const ofNodeHttp = ['server-'];

/**
 * A minimal node:http listener for a handler. The adapters do this completely, but their tests use this
 * package. So its own tests do not use them.
 */
export function listenerOf(handle: Handler): RequestListener {
  const turns = new WeakMap<Socket, Promise<void>>();
  return (req, res) => {
    // Pipelined requests are served one after the other.
    const turn = (turns.get(req.socket) ?? Promise.resolve()).then(() => serve(handle, req, res));
    turns.set(
      req.socket,
      turn.catch(() => void res.destroy()),
    );
  };
}

async function serve(handle: Handler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { status, headers, body } = await handle({
    method: req.method ?? '',
    target: req.url ?? '',
    headers: req.headersDistinct,
    body: (maxBytes, hasEnough) => readUpTo(maxBytes, req, hasEnough),
  });
  res.writeHead(status, headers);
  if (typeof body === 'string') res.end(body);
  else {
    for await (const piece of body) res.write(piece);
    res.end();
  }
}

async function readUpTo(
  maxBytes: number,
  req: IncomingMessage,
  hasEnough: (chunk: Uint8Array) => boolean = () => false,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    length += chunk.length;
    if (length >= maxBytes || hasEnough(chunk)) break;
  }
  return Buffer.concat(chunks);
}
