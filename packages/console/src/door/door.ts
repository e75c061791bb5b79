import type { LocationRequest, LocationResponse } from '@location-records/core';
import { prefersHtml } from '../accepted.ts';
import { basePath, baseUrl } from '../base-url.ts';
import { bytesResponse } from '../bytes-response.ts';
import type { CountProgress } from '../tiles/place-counter.ts';
import { linksTo } from './links.ts';
import type { DoorSettings } from './options.ts';
import { doorPage, policyHeaders } from './page.ts';

/** What the service has beside the specification. */
export interface Behind {
  /** The sections of the routes. */
  readonly sections: readonly string[];
  /** How far the counting for the map is; `undefined` without a map. */
  readonly count: CountProgress | undefined;
}

/** Responds to GET of `/-/`: a page to those who ask for HTML, and JSON to others (D51). */
export async function respondWithDoor(
  request: LocationRequest,
  settings: DoorSettings,
  { sections, count = { records: null, counting: null } }: Behind,
): Promise<LocationResponse> {
  const { about, readOnly } = settings;
  const links = linksTo(about.hasHealth ? [...sections, 'readyz'] : sections);
  const isPage = prefersHtml(request);
  const headers = { 'Cache-Control': 'no-cache', Vary: 'Accept', ...(isPage && (await policyHeaders())) };
  const path = basePath(settings);
  const text = isPage
    ? doorPage({ about, readOnly, links, count, url: baseUrl(request, settings) })
    : JSON.stringify({
        name: 'location-records',
        version: about.version,
        store: about.store,
        ...count,
        readOnly,
        activity: about.activity?.(),
        links: Object.fromEntries(links.map((link) => [link.name, `${path}/${link.path}`])),
      });
  return bytesResponse(request, {
    type: isPage ? 'text/html; charset=utf-8' : 'application/json',
    bytes: new TextEncoder().encode(text),
    headers,
    clause: 'D51',
    reason: isPage ? 'the front door, as a page' : 'the front door, as JSON',
  });
}
