import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** The `{base_url}` of SPEC section 4. It has no slash at its end, so that `/<id>` can follow. */
export function serviceUrl(
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
  basePath: string,
): string {
  // A URL escapes the `%` before the zone of a link-local address.
  const host = address.includes(':') ? `[${address.replace('%', '%25')}]` : address;
  // Only the path goes through the URL parser, which rejects zones. The parser drops tabs, line breaks and trailing
  // blanks, which the handler keeps.
  const { pathname } = new URL(basePath.replace(/[\p{Cc} ]/gu, encodeURIComponent), 'http://host');
  return `http://${host}:${port}${pathname.replace(/\/$/, '')}`;
}

/** The URL for clients on the same machine, of a service that listens on every address. */
export function localUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * The URLs for other machines, of a service that listens on every address: IPv4 for `0.0.0.0`, IPv4 and IPv6 for `::`.
 */
export function networkUrls(url: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  const isBoth = url.includes('//[::]:');
  if (!isBoth && !url.includes('//0.0.0.0:')) return [];
  return (
    Object.values(interfaces)
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && (isBoth || family === 'IPv4'))
      // A link-local address needs a zone, which browsers reject.
      .filter(({ address }) => !/^(?:fe80:|169\.254\.)/i.test(address))
      .map(({ address, family }) =>
        url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, `//${family === 'IPv4' ? address : `[${address}]`}:`),
      )
  );
}
