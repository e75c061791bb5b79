import { BodyUsedError } from '../body-used-error.ts';
import type { ExpressLikeRequest } from './express-types.ts';

/**
 * The bytes of a body that a body parser has read before (DESIGN.md D26): those that were kept, a string or a Buffer
 * as it is, or the JSON text of anything else.
 *
 * @throws {BodyUsedError} when nothing is left of it.
 */
export function parsedBody({ rawBody, body }: ExpressLikeRequest): Uint8Array {
  const kept = rawBody ?? body;
  if (kept instanceof Uint8Array) return kept;
  if (typeof kept === 'string') return Buffer.from(kept);
  const text = JSON.stringify(body);
  if (text === undefined) throw new BodyUsedError();
  return Buffer.from(text);
}
