import type { IncomingMessage } from 'node:http';
import type { RequestHeaders } from '@location-records/core';
import type { NodeLocationRequest, NodeMessage } from './node-handler.ts';
import { type BodySource, readBody } from './read-body.ts';

/** Options of {@link NodeRequest}. */
export interface NodeRequestOptions {
  /** The target below the mount point, where that is not the `url` of the message. */
  readonly target?: string;
  /** Asks the client for the body that it announced with `Expect: 100-continue`. */
  readonly invite?: () => void;
}

/** A request of node:http as the handler takes it. Headers are computed only when the handler reads them. */
export class NodeRequest<M extends NodeMessage = IncomingMessage> implements NodeLocationRequest, BodySource {
  readonly message: M;
  readonly method: string;
  readonly target: string;
  bytesRead = 0;
  readonly #invite: (() => void) | undefined;
  #invited = false;

  constructor(message: M, { target = message.url ?? '', invite }: NodeRequestOptions = {}) {
    this.message = message;
    this.method = message.method ?? '';
    this.target = target;
    this.#invite = invite;
  }

  /** Built from the raw lines, because `message.headers` drops a repeated `Content-Type`. */
  get headers(): RequestHeaders {
    const headers: Record<string, string[]> = Object.create(null);
    const { rawHeaders } = this.message;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] as string).toLowerCase();
      const value = rawHeaders[index + 1] as string;
      const lines = headers[name];
      if (lines) lines.push(value);
      else headers[name] = [value];
    }
    return headers;
  }

  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    this.#invited = true;
    this.#invite?.();
    return readBody(this, maxBytes, hasEnough);
  }

  /** Whether the client was not invited to send its body, so that it may or may not send it. */
  get isBodyWithheld(): boolean {
    return this.#invite !== undefined && !this.#invited;
  }
}

/** The lines of one field. With the 16 fields of a browser this takes a twentieth of the time of `headers`. */
export function linesIn(rawHeaders: readonly string[], name: string): readonly string[] {
  let lines: string[] | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const own = rawHeaders[index] as string;
    if (own.length !== name.length || own.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] as string;
    // The first `push` to an empty array would make room for 17 elements.
    if (lines) lines.push(value);
    else lines = [value];
  }
  return lines ?? [];
}
