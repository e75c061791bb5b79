import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Guard } from './guard.ts';
import { handlerFailure } from './handler-failure.ts';
import { validHost } from './host-field.ts';
import { afterLatestResponse, type Connection, latestResponse } from './latest-response.ts';
import {
  type MalformedHead,
  malformedRequestLine,
  type ParseError,
  unknownMethodHead,
} from './malformed-head.ts';
import type { NodeHandler } from './node-handler.ts';
import type { RawResponse } from './raw-response.ts';
import { type RefusalStatus, refusal, writeRaw } from './refusals.ts';
import type { WholeResponse } from './write-response.ts';

/** What takes part in the responses below the service. */
export interface RawResponders {
  readonly guard: Guard;
  readonly onRawResponse: (response: RawResponse) => void;
}

/** Answers what node:http cannot parse or will not wait for; the handler answers where it is only the method. */
export function answerClientErrors(
  server: Server,
  handle: NodeHandler,
  { guard, onRawResponse }: RawResponders,
): void {
  /** The connections that have their last response: node:http complains again of all that follows. */
  const ended = new WeakSet<Duplex>();
  /** Those among them for which the handler is asked, which takes a moment. */
  const asked = new WeakSet<Duplex>();
  server.on('clientError', (error: ParseError, socket: Connection) => {
    const status = statusOf(error);
    if (status === undefined) {
      socket.destroy();
      return;
    }
    if (ended.has(socket)) {
      if (!socket.writable && !asked.has(socket)) socket.destroy();
      return;
    }
    ended.add(socket);
    const method = unknownMethodHead(error);
    const res = latestResponse(socket);
    const request = res && !res.req.complete ? res.req : undefined;
    const head = request ? undefined : (method ?? malformedRequestLine(error));
    const respond = (response?: WholeResponse) => {
      const sent = socket.writable ? response : undefined;
      if (sent) writeRaw(socket, sent);
      else socket.destroy();
      onRawResponse({ socket, response: sent, code: error.code, request, head });
    };
    if (!socket.writable) respond();
    else if (method) {
      asked.add(socket);
      afterLatestResponse(socket, () => void responseTo(method, handle, guard).then(respond));
    }
    // The error is in a request behind those that have an answer or get one: first things first.
    else if (!res || !request) afterLatestResponse(socket, () => respond(refusal(status)));
    // The error is in the body of this very request, which may have its answer already.
    else if (res.headersSent) respond();
    // Its turn comes when those in front of it have their answers; `serve` then finds the connection ended.
    else if (res.socket === null) res.once('socket', () => respond(refusal(status)));
    else respond(refusal(status));
  });
}

/** CONNECT never reaches a listener of node:http; it is a method that the service does not have. */
export function answerConnect(server: Server, { guard, onRawResponse }: RawResponders): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    afterLatestResponse(socket, () => {
      const response = guard(request, validHost(request.rawHeaders)) ?? refusal(405);
      writeRaw(socket, response);
      onRawResponse({ socket, response, code: undefined, request, head: undefined });
    });
  });
}

/** What to tell the client; `undefined` when the connection itself is broken. */
function statusOf({ code = '' }: ParseError): RefusalStatus | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

/** Never rejects. What comes behind the request line was not read, and nothing of it is needed to refuse a method. */
async function responseTo(
  { method, target, rawHeaders }: MalformedHead,
  handle: NodeHandler,
  guard: Guard,
): Promise<WholeResponse> {
  try {
    const refused = guard({ method, url: target, rawHeaders }, validHost(rawHeaders));
    if (refused) return refused;
    const response = await handle({ method, target, headers: {}, body: async () => new Uint8Array() });
    if (typeof response.body !== 'string') throw new TypeError('A method that is refused has no list.');
    return { ...response, body: response.body };
  } catch (error) {
    return handlerFailure(error);
  }
}
