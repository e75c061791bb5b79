import { createLimitWatch, maxBytes } from './body-text.ts';
import type { LocationRequest } from './request.ts';

/** Marks a failure of `request.body`, which belongs to the adapter, and is not one of the service. */
export class RequestBodyError extends Error {}

/** Reads what the limit lets through, and no more than that takes to be sure. */
export async function readBody(request: LocationRequest, limit: number): Promise<Uint8Array> {
  try {
    return await request.body(maxBytes(limit), createLimitWatch(limit));
  } catch (cause) {
    throw new RequestBodyError('The request body cannot be read.', { cause });
  }
}
