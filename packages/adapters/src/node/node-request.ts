import type { IncomingMessage } from 'node:http';
import type { LocationRequest, RequestHeaders } from '@location-records/core';
import { readBody } from './read-body.ts';

/** node:http gives the bytes of the target one character each. */
const beyondAscii = /[\x80-\xff]/g;

/** A request of node:http as the handler wants it; what the handler does not ask for is not computed. */
export class NodeRequest implements LocationRequest {
  readonly message: IncomingMessage;
  readonly method: string;
  /** How much of the body has been taken off the wire so far. */
  bytesRead = 0;
  readonly #invite: (() => void) | undefined;
  #invited = false;

  /** `invite` asks the client for the body it announced with `Expect: 100-continue`. */
  constructor(message: IncomingMessage, invite?: () => void) {
    this.message = message;
    this.method = message.method ?? '';
    this.#invite = invite;
  }

  get target(): string {
    const target = this.message.url ?? '';
    return target.replace(beyondAscii, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  }

  /** Built from the raw lines, because `message.headers` drops a repeated `Content-Type`. */
  get headers(): RequestHeaders {
    const headers: Record<string, string[]> = Object.create(null);
    const { rawHeaders } = this.message;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] as string).toLowerCase();
      headers[name] ??= [];
      headers[name].push(rawHeaders[index + 1] as string);
    }
    return headers;
  }

  readonly body = (maxBytes: number): Promise<Uint8Array> => {
    this.#invited = true;
    this.#invite?.();
    return readBody(this, maxBytes);
  };

  /** Whether the client waits for an invitation that it will not get, and so sends no body. */
  get isBodyWithheld(): boolean {
    return this.#invite !== undefined && !this.#invited;
  }
}
