import { OptionError } from '@location-records/core';
import { isBelowBasePath, parseBasePath } from '@location-records/core/adapter-kit';

/** The URL that a fake stands for. */
export interface BaseUrl {
  /** The whole URL, without a slash at its end. */
  readonly href: string;
  readonly origin: string;
  /** The option of the handler: without a slash at its end, or `/` for the root. */
  readonly basePath: string;
  readonly baseSegments: readonly string[];
}

/** @throws {OptionError} about the option `name` when it is not the URL of a service. */
export function parseBaseUrl(baseUrl: string | URL, name = 'baseUrl'): BaseUrl {
  const expected = 'an http or https URL without query, fragment and credentials';
  if (!URL.canParse(String(baseUrl))) throw new OptionError(name, expected);
  const { protocol, origin, pathname, search, hash, username, password } = new URL(String(baseUrl));
  const isPlain = `${search}${hash}${username}${password}` === '';
  if (!/^https?:$/.test(protocol) || !isPlain) throw new OptionError(name, expected);
  try {
    const baseSegments = parseBasePath(pathname);
    const path = pathname.replace(/\/$/, '');
    return { href: `${origin}${path}`, origin, basePath: path || '/', baseSegments };
  } catch {
    throw new OptionError(name, `${expected}, whose path has no empty segments and no bad escapes`);
  }
}

/** Whether a URL is the base URL, or below it. */
export function isBelow({ origin, baseSegments }: BaseUrl, url: URL): boolean {
  return url.origin === origin && isBelowBasePath(url.pathname, baseSegments);
}
