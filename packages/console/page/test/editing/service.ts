import { createFetchHandler } from '@location-records/adapters/fetch';
import { createHandler, type LocationRecord, type LocationStore } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { createConsole } from '../../../src/index.ts';
import { type Api, createApi } from '../../src/api.ts';
import { createEditing, type Editing } from '../../src/editing/editing.ts';

/** What becomes of a request: it arrives, or it is lost, or its response is. */
export type Fate = 'arrives' | 'is lost' | 'loses its response' | 'fails';

/** The URL of the service of a test. */
export const service = new URL('http://service.test/base/');

/** A service in memory, and what the page has to edit its records. */
export interface TestService {
  readonly store: LocationStore;
  readonly api: Api;
  readonly editing: Editing;
  /** What becomes of the next requests. After them, each one arrives. */
  readonly fates: Fate[];
  /** The requests that have arrived, such as `PUT /base/a`. */
  readonly requests: string[];
  /** The changes whose outcome was not known at first. */
  readonly unknown: (string | undefined)[];
}

/** Starts a service with records, with or without entity tags, which compression may weaken on the way. */
export function startService(
  records: Iterable<LocationRecord> = [],
  tags: boolean | 'weak' = false,
): TestService {
  const etags = tags !== false;
  const store = createAreaMemoryStore(records);
  const basePath = '/base';
  const handle = createFetchHandler(
    createConsole(createHandler({ store, basePath, etags }), { store, basePath }),
  );
  const fates: Fate[] = [];
  const requests: string[] = [];
  const unknown: (string | undefined)[] = [];
  const api = createApi(service, async (url, init) => {
    const request = new Request(url, init);
    const fate = fates.shift() ?? 'arrives';
    if (fate === 'is lost') throw new TypeError('fetch failed');
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    const response = await handle(request);
    const tag = response.headers.get('ETag');
    if (tag && tags === 'weak') response.headers.set('ETag', `W/${tag}`);
    if (fate === 'loses its response') throw new TypeError('terminated');
    return fate === 'fails'
      ? Response.json({ error_message: 'Internal server error' }, { status: 500 })
      : response;
  });
  const editing = createEditing({
    api,
    service,
    wait: () => Promise.resolve(),
    onHistory() {},
    onUnknown: (change, message) => unknown.push(change && `${change.id}: ${message}`),
  });
  return { store, api, editing, fates, requests, unknown };
}
