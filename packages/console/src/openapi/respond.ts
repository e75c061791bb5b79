import type { LocationRequest, LocationResponse } from '@location-records/core';
import { baseUrl } from '../base-url.ts';
import { bytesResponse } from '../bytes-response.ts';
import type { DoorSettings } from '../door/options.ts';
import { policyHeaders } from '../door/page.ts';
import { createOpenApi, type OpenApiOptions, type OpenApiSection } from './index.ts';

/** What the document is made of, besides the URL. */
export type Description = Omit<OpenApiOptions, 'url'>;

/** Responds to GET of the document, with the URL that the client uses, or of its page. */
export async function respondWithOpenApi(
  request: LocationRequest,
  settings: DoorSettings,
  description: Description,
  section: Extract<OpenApiSection, 'openapi.json' | 'docs'>,
): Promise<LocationResponse> {
  const document = createOpenApi({ ...description, url: baseUrl(request, settings) });
  const isPage = section === 'docs';
  const text = isPage ? (await import('./docs-page.ts')).docsPage(document) : JSON.stringify(document);
  return bytesResponse(request, {
    type: isPage ? 'text/html; charset=utf-8' : 'application/json',
    bytes: new TextEncoder().encode(text),
    headers: { 'Cache-Control': 'no-cache', ...(isPage && (await policyHeaders())) },
    clause: 'D51',
    reason: isPage ? 'the description of the service, as a page' : 'the description of the service',
  });
}
