import { BodyUsedError } from '../errors.ts';
import { NodeRequest } from '../node/node-request.ts';
import type { ExpressLikeRequest } from './express-types.ts';
import { isPlaceholder, keptBody, parsedText } from './kept-body.ts';
import { targetBelow } from './mount-path.ts';
import type { ParserError } from './parser-error.ts';

/** A request of Express as the handler wants it, which a body parser may have seen before. */
export class ExpressRequest extends NodeRequest {
  /** With what a body parser has refused it. */
  readonly parserError: ParserError | undefined;
  readonly #req: ExpressLikeRequest;

  constructor(req: ExpressLikeRequest, parserError?: ParserError) {
    super(req, { target: targetBelow(req) });
    this.#req = req;
    this.parserError = parserError;
  }

  /**
   * Takes what is left of a body that was read before, the best of it first; rejects where that is nothing, with the
   * error of the parser that has lost it or with a {@link BodyUsedError}.
   */
  override async body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    const kept = keptBody(this.#req) ?? this.#refusedText();
    if (kept !== undefined) return kept.subarray(0, maxBytes);
    if (!this.#req.readableDidRead) return super.body(maxBytes, hasEnough);
    if (this.parserError !== undefined) throw this.parserError;
    const text = parsedText(this.#req.body);
    if (text === undefined || isPlaceholder(this.#req)) throw new BodyUsedError();
    return Buffer.from(text).subarray(0, maxBytes);
  }

  /** The text that a parser has found to be no JSON. */
  #refusedText(): Uint8Array | undefined {
    if (this.parserError?.type !== 'entity.parse.failed') return undefined;
    const { body } = this.parserError;
    return typeof body === 'string' ? Buffer.from(body) : undefined;
  }
}
