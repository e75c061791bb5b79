import type { LocationRequest } from '@location-records/core';
import type { FakeRequest } from '../faults/fault.ts';
import { unlessAborted } from './abortable.ts';

/** The body of a request on its way from the client. */
export interface Upload {
  /** The request; reading its body ends when the signal gives up. */
  readonly request: FakeRequest;
  /** @throws {TypeError} as `fetch` does, when the body has failed before the service had read what it wants. */
  throwIfFailed(): void;
}

/** Watches the body of a request, so that its failure is that of the client, and no answer. */
export function watchUpload(asked: LocationRequest, signal: AbortSignal): Upload {
  let failure: TypeError | undefined;
  const { method, target, headers } = asked;
  const body: LocationRequest['body'] = async (maxBytes, hasEnough) => {
    try {
      return await unlessAborted(asked.body(maxBytes, hasEnough), signal);
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      failure = new TypeError('The body of the request could not be read.', { cause });
      throw error;
    }
  };
  return {
    request: { method, target, headers, body, signal },
    throwIfFailed() {
      if (failure) throw failure;
    },
  };
}
