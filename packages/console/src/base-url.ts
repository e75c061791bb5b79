import type { LocationRequest } from '@location-records/core';

/** What is known of where clients find the service. */
export interface BaseSettings {
  readonly baseSegments: readonly string[];
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
}

/**
 * Returns the URL of the service for this client, without a slash at its end: the option `publicUrl`, or what
 * `Host` and `X-Forwarded-Proto` say. A client chooses these, so the text may hold anything.
 */
export function baseUrl({ headers }: LocationRequest, settings: BaseSettings): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  // Each proxy may append to the list: the client's is first.
  const [first = ''] = headers['x-forwarded-proto']?.[0]?.split(',') ?? [];
  const scheme = first.trim().toLowerCase() === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host?.[0] ?? 'localhost'}${basePath(settings)}`;
}

/** Returns the path of the service for clients, without a slash at its end. */
export function basePath({ publicUrl, baseSegments }: BaseSettings): string {
  if (publicUrl !== undefined) return publicUrl.replace(/^https?:\/\/[^/]*/, '');
  return baseSegments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}
