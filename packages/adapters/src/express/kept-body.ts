import type { IncomingMessage } from 'node:http';
import { BodyUsedError } from '../errors.ts';

/** The used part of a request of Express 4 or 5. Nothing of Express is imported. */
export interface ExpressLikeRequest extends IncomingMessage {
  /** The mount path, as the client wrote it. */
  readonly baseUrl?: string;
  /** The target with the mount path. */
  readonly originalUrl?: string;
  /** The body as an earlier parser left it. */
  readonly body?: unknown;
  /** Whether a parser of Express read the body. */
  readonly _body?: unknown;
  /** The app, which shows the version of Express. */
  readonly app?: object;
  /** The bytes that a body parser read, if the app keeps them. */
  readonly rawBody?: unknown;
}

/** An error with which a body parser of Express refuses a body. */
export interface ParserError {
  readonly type?: string;
  /** The text that is not JSON. */
  readonly body?: unknown;
}

/** Stands for a body that was sent but left no text: present, and not JSON. */
const noText = ' ';

/** The length of `{"coordinates":{"latitude":1,"longitude":2}}`. */
const shortestLocation = 44;

/**
 * Returns what is left of a body that was read before (D26): bytes, else text, else the JSON text of the
 * parsed value; `undefined` for an unread body.
 *
 * @throws {BodyUsedError} if nothing is left, or the error of the parser that refused it.
 */
export function readKept(req: ExpressLikeRequest, parserError?: ParserError): Uint8Array | undefined {
  const kept = [req.rawBody, req.body, refusedText(parserError)].find(isContent);
  // An empty text may stand for a body that has not arrived. A parser also turns a lone byte order mark into
  // one.
  if (kept !== undefined && (kept.length > 0 || req.readableEnded)) {
    const isSent = Number(req.headers['content-length']) > 0;
    return typeof kept === 'string' ? Buffer.from(kept === '' && isSent ? noText : kept) : kept;
  }
  if (req.readableDidRead === false) return undefined;
  if (parserError !== undefined) throw parserError;
  const text = isPlaceholder(req) ? undefined : parsedText(req.body);
  if (text === undefined) throw new BodyUsedError();
  return Buffer.from(text);
}

function isContent(kept: unknown): kept is string | Uint8Array {
  return typeof kept === 'string' || kept instanceof Uint8Array;
}

/** Returns the text that a parser refused as not JSON. */
function refusedText(parserError: ParserError | undefined): unknown {
  return parserError?.type === 'entity.parse.failed' ? parserError.body : undefined;
}

/**
 * Returns the JSON text of a parsed body. A value nested too deeply for that counts as not JSON, since no
 * Location is so deep.
 */
function parsedText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // A client can cause this error; any other is a fault of the app.
    if (error instanceof RangeError) return noText;
    throw error;
  }
}

/**
 * Returns whether `req.body` is the empty object that parsers of Express 4 leave without reading; when they
 * read, they set `_body`. Other parsers do not, so an empty object counts as the body if that is too short
 * for a Location. Express 5 leaves no empty object.
 */
function isPlaceholder({ app, body, _body, headers }: ExpressLikeRequest): boolean {
  const isExpress4 = app !== undefined && 'lazyrouter' in app;
  if (!isExpress4 || _body === true || typeof body !== 'object' || body === null || Array.isArray(body))
    return false;
  return Object.keys(body).length === 0 && !(Number(headers['content-length']) < shortestLocation);
}

/**
 * Errors of the body parsers of Express for bodies that the service has a response for. The app's own check
 * (`entity.verify.failed`) is not one of them.
 */
const types = new Set<unknown>([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
]);

/** Errors of zlib that the parsers pass on: the body is not compressed as it claims. */
const decodingFailed = /^(?:Z_|ERR__ERROR_|ZSTD_)/;

/** Returns whether an error is such an error of an earlier body parser. */
export function isParserError(error: unknown): error is ParserError {
  if (typeof error !== 'object' || error === null) return false;
  const { type, code } = error as { readonly type?: unknown; readonly code?: unknown };
  return types.has(type) || (typeof code === 'string' && decodingFailed.test(code));
}
