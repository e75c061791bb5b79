import type { ServerResponse } from 'node:http';
import type { LocationResponse } from '@location-records/core';
import { RequestAbortedError } from '../request-aborted-error.ts';
import type { NodeHandler } from './node-handler.ts';
import type { NodeRequest } from './node-request.ts';
import { turnOf } from './pipelining.ts';
import { writeResponse } from './write-response.ts';

/** What the host has a say in. */
export interface Host {
  /** Whether the answer is to be sent; if not, the host has seen to the request in another way. */
  accepts?(response: LocationResponse): boolean;
  /** Told what the handler has no answer to; nothing has been sent yet. */
  fail(error: unknown): void;
}

/** Lets the handler answer one request of node:http. Never rejects. */
export async function serve(
  handle: NodeHandler,
  request: NodeRequest,
  res: ServerResponse,
  host: Host,
): Promise<void> {
  try {
    if (res.socket === null) await turnOf(res);
    // What was sent of this request turned out to be malformed while it waited, and is answered already.
    if (!res.socket?.writable) return;
    const response = await handle(request);
    if (host.accepts?.(response) === false) return;
    const rest = writeResponse(res, response, request);
    if (rest) await rest;
  } catch (error) {
    if (res.headersSent || error instanceof RequestAbortedError) breakOff(request, res);
    else host.fail(error);
  }
}

/** There is no whole answer to give: the client left, or the list failed half-way, as `onError` was told. */
function breakOff({ message }: NodeRequest, res: ServerResponse): void {
  // To HTTP/1.0 the end of the connection is the end of the list, so that it must not end in an orderly way.
  const endsWithConnection = res.headersSent && message.httpVersion === '1.0';
  if (endsWithConnection && !message.socket.destroyed && !('encrypted' in message.socket)) {
    message.socket.resetAndDestroy();
  } else {
    res.destroy();
  }
}
