import type { IncomingMessage } from 'node:http';
import { BodyUsedError } from '../errors.ts';

/** The members of a request of Express 4 or 5 that are used. Nothing of Express is imported. */
export interface ExpressLikeRequest extends IncomingMessage {
  /** The path at which the service is mounted, as the client wrote it. */
  readonly baseUrl?: string;
  /** The target before the mount path was taken away. */
  readonly originalUrl?: string;
  /** What a body parser that ran first made of the body. */
  readonly body?: unknown;
  /** Whether a parser of Express itself has read the body. */
  readonly _body?: unknown;
  /** The app. It tells the version of Express. */
  readonly app?: object;
  /** Where apps keep the bytes that a body parser has read. */
  readonly rawBody?: unknown;
}

/** An error with which a body parser of Express refuses a body. */
export interface ParserError {
  readonly type?: string;
  /** The text that is not JSON. */
  readonly body?: unknown;
}

/** Stands for a body that was sent but left no JSON text: it is a body, and not JSON. */
const noText = ' ';

/** The length of `{"coordinates":{"latitude":1,"longitude":2}}`. */
const shortestLocation = 44;

/**
 * What is left of a body that was read before (D26): bytes, then text, then the JSON text of what it was
 * parsed to; `undefined` for a body that nothing has read.
 *
 * @throws {BodyUsedError} when nothing is left, or the error of the parser that has lost it.
 */
export function readKept(req: ExpressLikeRequest, parserError?: ParserError): Uint8Array | undefined {
  const kept = [req.rawBody, req.body, refusedText(parserError)].find(isContent);
  // An empty text may wait for a body that has not arrived. A parser turns a lone byte order mark into one.
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

/** The text that a parser has refused because it is not JSON. */
function refusedText(parserError: ParserError | undefined): unknown {
  return parserError?.type === 'entity.parse.failed' ? parserError.body : undefined;
}

/**
 * The JSON text of what a body was parsed to. A value that is nested too deeply for that counts as a body
 * that is not JSON, since no Location is so deep.
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
 * Whether `req.body` is the empty object that the parsers of Express 4 leave if they have read nothing. They
 * set `_body` when they have read. Other parsers do not, so an empty object counts as the body if that is too
 * short for a Location. Express 5 leaves no empty object.
 */
function isPlaceholder({ app, body, _body, headers }: ExpressLikeRequest): boolean {
  const isExpress4 = app !== undefined && 'lazyrouter' in app;
  if (!isExpress4 || _body === true || typeof body !== 'object' || body === null || Array.isArray(body))
    return false;
  return Object.keys(body).length === 0 && !(Number(headers['content-length']) < shortestLocation);
}

/**
 * The errors with which the body parsers of Express refuse a body that the service itself has a response for.
 * What a check of the app refuses (`entity.verify.failed`) is not among them.
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
