import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { LocationResponse, ResponseHeaders } from '@location-records/core';
import type { NodeRequest } from './node-request.ts';
import { drain, isRestTooLarge } from './unread-body.ts';

/** Writes the answer, and sees to what the client still sends. */
export async function writeResponse(
  res: ServerResponse,
  response: LocationResponse,
  request: NodeRequest,
): Promise<void> {
  const { status, body } = response;
  const headers = withFraming(response.headers, request);
  if (request.message.complete || request.isBodyWithheld) {
    res.writeHead(status, headers);
    if (typeof body === 'string') res.end(body);
    else await writePieces(res, body);
  } else if (typeof body === 'string' && isRestTooLarge(request)) {
    res.writeHead(status, { ...headers, Connection: 'close' });
    // `end` would close the connection at once, and a connection closed with unread bytes is reset, which may
    // cost the client its answer.
    if (body === '') res.flushHeaders();
    else res.write(body);
    await drain(request);
    res.end();
  } else {
    const drained = drain(request);
    res.writeHead(status, headers);
    if (typeof body === 'string') res.end(body);
    else await writePieces(res, body);
    // `res` has let go of its connection by now.
    if (!(await drained)) request.message.socket.destroy();
  }
}

/** A streamed list is chunked, which the answer to HEAD says too, though node:http would leave it out. */
function withFraming(headers: ResponseHeaders, { message }: NodeRequest): ResponseHeaders {
  const isChunked = headers['Content-Length'] === undefined && message.httpVersion === '1.1';
  return isChunked ? { ...headers, 'Transfer-Encoding': 'chunked' } : headers;
}

async function writePieces(res: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    // Leaving the loop releases the store's list.
    if (res.closed) return;
    // A fast reader never makes `write` say no; a turn of the event loop lets other requests in between.
    if (res.write(piece)) await setImmediate();
    else await drainedOrClosed(res);
  }
  res.end();
}

function drainedOrClosed(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
    if (res.closed) settle();
  });
}
