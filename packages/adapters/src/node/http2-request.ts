import type { Http2ServerRequest } from 'node:http2';
import type { RequestHeaders } from '@location-records/core';
import { RequestAbortedError } from '../request-aborted-error.ts';
import { NodeRequest } from './node-request.ts';

/** A request of node:http2 as the handler wants it. */
export class Http2Request extends NodeRequest<Http2ServerRequest> {
  /** Without the pseudo-fields such as `:path`, which `rawHeaders` has, too. */
  override get headers(): RequestHeaders {
    const fields = Object.entries(super.headers).filter(([name]) => !name.startsWith(':'));
    return Object.fromEntries(fields);
  }

  /** Rejects also where node:http2 ends the body of a client that has reset the stream as if it were whole. */
  override async body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    this.#throwIfAborted();
    const bytes = await super.body(maxBytes, hasEnough);
    this.#throwIfAborted();
    return bytes;
  }

  /**
   * Whether the client has sent everything. `complete` of the message says so only after somebody has read the body,
   * even where there is none, and also when the client has gone.
   */
  get isComplete(): boolean {
    const { stream, readableEnded } = this.message;
    return stream.endAfterHeaders || readableEnded;
  }

  #throwIfAborted(): void {
    if (this.message.aborted) throw new RequestAbortedError();
  }
}
