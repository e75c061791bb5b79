import { BodyUsedError } from '../errors.ts';
import { NodeRequest } from '../node/node-request.ts';
import type { ExpressLikeRequest } from './express-types.ts';
import { targetBelow } from './mount-path.ts';

/** What bytes that came and left no text behind them are worth: a body, and not JSON. */
const noText = ' ';

/** The length of `{"coordinates":{"latitude":1,"longitude":2}}`. */
const shortestLocation = 44;

/** An error of the body parsers of Express that says what was wrong with the body. */
export interface ParserError {
  readonly type?: string;
  /** The text that is not JSON. */
  readonly body?: unknown;
}

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

/**
 * The bytes of a body that somebody has read before, where they were kept, or the string or Buffer that was made of
 * them, as it is.
 */
function keptBody({ rawBody, body, readableDidRead }: ExpressLikeRequest): Uint8Array | undefined {
  const kept = rawBody ?? body;
  if (kept instanceof Uint8Array) return kept;
  if (typeof kept !== 'string') return undefined;
  // Of a lone byte order mark a parser makes an empty string.
  return Buffer.from(kept === '' && readableDidRead ? noText : kept);
}

/**
 * The JSON text of what a body was parsed to. What is nested too deeply to be written as JSON again is worth no JSON, as
 * no location is so deep.
 */
function parsedText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // A client can do that, and what else may fail it cannot.
    if (error instanceof RangeError) return noText;
    throw error;
  }
}

/**
 * Whether `req.body` is the empty object that the parsers of Express 4 leave where they have read nothing; those of
 * Express 5 leave none. Only they say when they have read; of others, an empty object is as good as the body where that
 * is too short for a location.
 */
function isPlaceholder({ app, body, _body, headers }: ExpressLikeRequest): boolean {
  const isExpress4 = app !== undefined && 'lazyrouter' in app;
  if (!isExpress4 || _body === true || typeof body !== 'object' || body === null || Array.isArray(body))
    return false;
  return Object.keys(body).length === 0 && !(Number(headers['content-length']) < shortestLocation);
}

/**
 * The errors with which the body parsers of Express refuse a body that is none of their business here: the service has
 * answers of its own to it. What the app itself finds wrong with a body (`entity.verify.failed`) is not among them.
 */
const types = new Set<unknown>([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
]);

/** Of zlib, which the parsers hand on: what is said to be compressed is not. */
const decodingFailed = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

/** Whether an earlier body parser has failed in one of these ways. */
export function isParserError(error: unknown): error is ParserError {
  if (typeof error !== 'object' || error === null) return false;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  return types.has(type) || (typeof code === 'string' && decodingFailed.test(code));
}
