import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Handler, LocationRequest } from '@location-records/core';

/** Reads a body, for a handler that wants up to `maxBytes` of it. */
type ReadBody = (req: IncomingMessage, maxBytes: number) => Promise<Uint8Array>;

/** A server as one writes it in a hurry, around the one thing that it does wrong. */
export function naiveServer(handle: Handler, readBody: ReadBody): Server {
  return createServer(async (req, res) => {
    try {
      await respond(handle, toRequest(req, readBody), res);
    } catch {
      res.destroy();
    }
  });
}

function toRequest(req: IncomingMessage, readBody: ReadBody): LocationRequest {
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    headers: req.headersDistinct,
    body: (maxBytes) => readBody(req, maxBytes),
  };
}

async function respond(handle: Handler, request: LocationRequest, res: ServerResponse): Promise<void> {
  const { status, headers, body } = await handle(request);
  res.writeHead(status, headers);
  if (typeof body === 'string') res.write(body);
  else for await (const piece of body) res.write(piece);
  res.end();
}

/** The whole body, or as much of it as came before the client went away. */
export async function readToTheEnd(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
