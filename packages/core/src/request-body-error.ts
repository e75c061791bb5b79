import type { LocationRequest } from './request.ts';

/** Marks a failure of `request.body`, which belongs to the adapter, and is not one of the service. */
export class RequestBodyError extends Error {}

export async function readBody(request: LocationRequest, maxBytes: number): Promise<Uint8Array> {
  try {
    return await request.body(maxBytes);
  } catch (cause) {
    throw new RequestBodyError('The request body cannot be read.', { cause });
  }
}
