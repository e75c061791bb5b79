import type { ExpressLikeRequest } from './express-types.ts';

/** What bytes that came and left no text behind them are worth: a body, and not JSON. */
const noText = ' ';

/** The length of `{"coordinates":{"latitude":1,"longitude":2}}`. */
const shortestLocation = 44;

/**
 * The bytes of a body that somebody has read before, where they were kept, or the string or Buffer that was made of
 * them, as it is.
 */
export function keptBody({ rawBody, body, readableDidRead }: ExpressLikeRequest): Uint8Array | undefined {
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
export function parsedText(value: unknown): string | undefined {
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
export function isPlaceholder({ app, body, _body, headers }: ExpressLikeRequest): boolean {
  const isExpress4 = app !== undefined && 'lazyrouter' in app;
  if (!isExpress4 || _body === true || typeof body !== 'object' || body === null || Array.isArray(body))
    return false;
  return Object.keys(body).length === 0 && !(Number(headers['content-length']) < shortestLocation);
}
