import type { ExpressLikeRequest } from './express-types.ts';

/** What bytes that came and left no text behind them are worth: a body, and not JSON. */
const noText = ' ';

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
