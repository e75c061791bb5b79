import { finished } from 'node:stream/promises';
import { BodyUsedError, RequestAbortedError } from '../errors.ts';
import { NodeRequest } from '../node/node-request.ts';
import type { ExpressLikeRequest } from './express-types.ts';
import { targetBelow } from './mount-path.ts';

/** Stands for a body that was sent but left no JSON text: it is a body, and not JSON. */
const noText = ' ';

/** The length of `{"coordinates":{"latitude":1,"longitude":2}}`. */
const shortestLocation = 44;

/** An error with which a body parser of Express refuses a body. */
interface ParserError {
  readonly type?: string;
  /** The text that is not JSON. */
  readonly body?: unknown;
}

/** A request of Express as the handler takes it. A body parser may have seen it before. */
export class ExpressRequest extends NodeRequest {
  /** The error of the body parser that has refused it. */
  readonly parserError: ParserError | undefined;
  readonly #req: ExpressLikeRequest;

  constructor(req: ExpressLikeRequest, parserError?: ParserError) {
    super(req, { target: targetBelow(req) });
    this.#req = req;
    this.parserError = parserError;
  }

  /**
   * Takes what is left of a body that was read before: bytes, then text, then what it was parsed to. Where nothing is
   * left it rejects, with the error of the parser that has lost it or with a {@link BodyUsedError}.
   */
  override async body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    if (isBeingKept(this.#req)) await endOf(this.#req);
    const kept = keptBody(this.#req) ?? this.#refusedText();
    if (kept !== undefined) return kept.subarray(0, maxBytes);
    if (!this.#req.readableDidRead) return super.body(maxBytes, hasEnough);
    if (this.parserError !== undefined) throw this.parserError;
    const text = parsedText(this.#req.body);
    if (text === undefined || isPlaceholder(this.#req)) throw new BodyUsedError();
    return Buffer.from(text).subarray(0, maxBytes);
  }

  /** The text that a parser has refused because it is not JSON. */
  #refusedText(): Uint8Array | undefined {
    if (this.parserError?.type !== 'entity.parse.failed') return undefined;
    const { body } = this.parserError;
    return typeof body === 'string' ? Buffer.from(body) : undefined;
  }
}

/**
 * The bytes of a body that was read before, where they were kept, or else the string or Buffer that a parser made of
 * them.
 */
function keptBody({
  rawBody,
  body,
  readableDidRead,
  readableEnded,
}: ExpressLikeRequest): Uint8Array | undefined {
  const kept = rawBody ?? body;
  if (!isContent(kept)) return undefined;
  // The app has only begun to collect it.
  if (kept.length === 0 && !readableEnded) return undefined;
  if (typeof kept !== 'string') return kept;
  // A parser turns a lone byte order mark into an empty string.
  return Buffer.from(kept === '' && readableDidRead ? noText : kept);
}

function isContent(kept: unknown): kept is string | Uint8Array {
  return typeof kept === 'string' || kept instanceof Uint8Array;
}

/** Whether the app has kept a part of the body so far, and the rest is still coming in. */
function isBeingKept({
  rawBody,
  body,
  readableDidRead,
  readableEnded,
  readableFlowing,
}: ExpressLikeRequest): boolean {
  return readableDidRead && readableFlowing === true && !readableEnded && isContent(rawBody ?? body);
}

/** Waits until the app has the whole body. */
async function endOf(req: ExpressLikeRequest): Promise<void> {
  try {
    await finished(req, { writable: false });
  } catch (cause) {
    throw new RequestAbortedError({ cause });
  }
}

/**
 * The JSON text of what a body was parsed to. A value that is nested too deeply for that counts as a body that is not
 * JSON, since no Location is so deep.
 */
function parsedText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // A client can cause this error. Any other one is a fault of the app.
    if (error instanceof RangeError) return noText;
    throw error;
  }
}

/**
 * Whether `req.body` is the empty object that the parsers of Express 4 leave where they have read nothing. They set
 * `_body` when they have read. Other parsers do not, so an empty object counts as the body where that is too short for
 * a Location. Express 5 leaves no empty object.
 */
function isPlaceholder({ app, body, _body, headers }: ExpressLikeRequest): boolean {
  const isExpress4 = app !== undefined && 'lazyrouter' in app;
  if (!isExpress4 || _body === true || typeof body !== 'object' || body === null || Array.isArray(body))
    return false;
  return Object.keys(body).length === 0 && !(Number(headers['content-length']) < shortestLocation);
}

/**
 * The errors with which the body parsers of Express refuse a body that the service itself has a response for. What a
 * check of the app refuses (`entity.verify.failed`) is not among them.
 */
const types = new Set<unknown>([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
]);

/** Errors of zlib, which the parsers pass on: the body is not compressed as it claims. */
const decodingFailed = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

/** Whether an error is one of these errors of an earlier body parser. */
export function isParserError(error: unknown): error is ParserError {
  if (typeof error !== 'object' || error === null) return false;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  return types.has(type) || (typeof code === 'string' && decodingFailed.test(code));
}
