import { NodeRequest } from '../node/node-request.ts';
import type { ExpressLikeRequest } from './express-types.ts';
import { parsedBody } from './parsed-body.ts';
import type { ParserError } from './parser-error.ts';
import { targetBelow } from './target-below.ts';

/** A request of Express as the handler wants it, which a body parser may have seen before. */
export class ExpressRequest extends NodeRequest {
  readonly #req: ExpressLikeRequest;
  readonly #parserError: ParserError | undefined;

  constructor(req: ExpressLikeRequest, parserError?: ParserError) {
    super(req, { target: targetBelow(req) });
    this.#req = req;
    this.#parserError = parserError;
  }

  override async body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    if (!this.#req.readableDidRead) return super.body(maxBytes, hasEnough);
    return this.#readBefore().subarray(0, maxBytes);
  }

  #readBefore(): Uint8Array {
    if (this.#parserError === undefined) return parsedBody(this.#req);
    const { type, body } = this.#parserError;
    if (type === 'entity.parse.failed' && typeof body === 'string') return Buffer.from(body);
    throw this.#parserError;
  }
}
