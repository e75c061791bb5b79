import { createLimitWatch, firstCodePoints, maxBytes } from './body-text.ts';
import { fieldLines, type LocationRequest } from './request.ts';

/** Marks a failure of `request.body`, which belongs to the adapter, and is not one of the service. */
export class RequestBodyError extends Error {}

/** What there is of a body. */
export interface ReadBody {
  /** What the limit lets through: all that is looked at, but for explanations. */
  readonly bytes: Uint8Array;
  /** What has been read, which may be more. */
  readonly received: Uint8Array;
  /** Whether that is surely the whole body. */
  readonly isWhole: boolean;
}

/** Reads what the limit lets through, and no more than that takes to be sure (SPEC 4.5.4). */
export async function readBody(request: LocationRequest, limit: number): Promise<ReadBody> {
  const most = maxBytes(limit);
  const isEnough = createLimitWatch(limit);
  let hadEnough = false;
  const hasEnough = (chunk: Uint8Array) => {
    hadEnough = isEnough(chunk);
    return hadEnough;
  };
  let received: Uint8Array;
  try {
    received = await request.body(most, hasEnough);
  } catch (cause) {
    throw new RequestBodyError('The request body cannot be read.', { cause });
  }
  const sawEnd = !hadEnough && received.length < most;
  const isWhole = sawEnd || announcedLength(request) === received.length;
  return { bytes: firstCodePoints(received, limit), received, isWhole };
}

/** The number of bytes that the client has announced; `NaN` when it has not. */
function announcedLength({ headers }: LocationRequest): number {
  return Number(fieldLines(headers, 'content-length')[0] ?? NaN);
}
