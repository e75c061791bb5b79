import { createGuard } from '@location-records/adapters/guard';
import { createServer } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { protectiveFields } from '../commands/serve/access.ts';
import { type Bound, isLoopback, type ListenTarget, listenAt } from './listen.ts';

/** A listener for supervisors and monitoring alone. */
export interface AdminListener {
  readonly bound: Bound;
  /** Closes it at once. */
  close(): Promise<void>;
}

/** Responds to everything that no layer of the listener has taken. */
export const nothingElse: Handler = async () => errorResponse(404, 'Route not found');

/**
 * Serves the probes and the metrics at a place of their own, without tokens and TLS.
 *
 * @throws {StartError} when it cannot listen there.
 */
export async function startAdmin(
  target: ListenTarget,
  handle: Handler,
  { signal, onError }: { readonly signal?: AbortSignal | undefined; onError(error: unknown): void },
): Promise<AdminListener> {
  // Whoever can reach another address may ask for it by any name; a page of the web cannot.
  const isLocal = 'host' in target && isLoopback(target.host);
  const guard = createGuard(isLocal ? { allowedHosts: [] } : {});
  const server = createServer(handle, { guard, headers: protectiveFields([]) });
  const bound = await listenAt(server, target, { signal, flag: '--admin' });
  server.on('error', onError);
  return {
    bound,
    async close() {
      await server.shutdown({ timeout: 0 });
    },
  };
}
