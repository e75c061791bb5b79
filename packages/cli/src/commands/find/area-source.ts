import { createConsole } from '@location-records/console';
import { createHandler } from '@location-records/core';
import { isAreaStore } from '@location-records/core/areas';
import { ServiceError, StartError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';
import { describeStore, openStore, type StoreTarget } from '../../store-urls/store-urls.ts';
import type { FindCommandOptions } from './find-command.ts';

/** What `/-/records` responded with. */
export interface AreaResponse {
  readonly status: number;
  readonly body: string;
}

/** Something that responds to `GET /-/records`. */
export interface AreaSource {
  /** @param query the parameters, without a question mark. */
  ask(query: string): Promise<AreaResponse>;
  close(): Promise<void>;
}

/**
 * Opens a service or a store. A store is asked through the console, so that both respond alike.
 *
 * @throws {StoreError} or {StartError} when the store cannot be opened with area queries.
 */
export function openAreaSource(
  { source, headers = [], timeout }: Pick<FindCommandOptions, 'source' | 'headers' | 'timeout'>,
  signal: AbortSignal,
): Promise<AreaSource> {
  return typeof source === 'string'
    ? Promise.resolve(openService(source, headers, timeout, signal))
    : openRecords(source, signal);
}

function openService(
  url: string,
  headers: NonNullable<FindCommandOptions['headers']>,
  timeout: number,
  stop: AbortSignal,
): AreaSource {
  return {
    async ask(query) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)]);
      try {
        const fields = new Headers([
          ['Accept', 'application/geo+json'],
          ...headers.map(([...field]) => field),
        ]);
        const response = await fetch(`${url}/-/records?${query}`, { headers: fields, signal });
        return { status: response.status, body: await response.text() };
      } catch (error) {
        stop.throwIfAborted();
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        const problem = isLate ? `did not respond within ${timeout} ms; see --timeout` : describeError(error);
        throw new ServiceError('SERVICE_UNREACHABLE', `The service at ${url} cannot be asked: ${problem}.`);
      }
    },
    close: async () => {},
  };
}

async function openRecords(target: StoreTarget, signal: AbortSignal): Promise<AreaSource> {
  const store = await openStore(target, { signal, create: false, areas: true }, 'find');
  if (!isAreaStore(store)) {
    await store.close();
    throw new StartError(`The records ${describeStore(target)} have no area queries.`);
  }
  let failure: unknown;
  const onError = (error: unknown) => {
    failure = error;
  };
  // A person waits as long as it takes.
  const limits = { maxCandidates: Number.MAX_SAFE_INTEGER, maxDuration: Number.POSITIVE_INFINITY };
  const handle = createConsole(createHandler({ store }), { store, onError, ...limits });
  return {
    async ask(query) {
      const target = `/-/records?${query}`;
      const { status, body } = await handle({
        method: 'GET',
        target,
        headers: {},
        body: async () => new Uint8Array(),
      });
      if (status === 500) throw failure;
      return { status, body: body as string };
    },
    close: () => store.close(),
  };
}
