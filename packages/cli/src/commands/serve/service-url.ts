import type { AddressInfo } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** The `{base_url}` of SPEC section 4: without a slash at its end, so that `/<id>` can follow. */
export function serviceUrl(
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
  basePath: string,
): string {
  // The zone of a link-local address is marked by `%`, which a URL escapes.
  const host = address.includes(':') ? `[${address.replace('%', '%25')}]` : address;
  // The URL parser knows no zones, and is only needed for what it does to a path.
  // It drops tabs, line breaks and blanks at the end, which the handler takes as they are.
  const { pathname } = new URL(basePath.replace(/[\p{Cc} ]/gu, encodeURIComponent), 'http://host');
  return `http://${host}:${port}${pathname.replace(/\/$/, '')}`;
}

/** The URL under which the same machine reaches a service that listens on every address. */
export function localUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * The URLs under which other machines reach a service that listens on every address: those of IPv4 for `0.0.0.0`, those
 * of both for `::`.
 */
export function networkUrls(url: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  const isBoth = url.includes('//[::]:');
  if (!isBoth && !url.includes('//0.0.0.0:')) return [];
  return (
    Object.values(interfaces)
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && (isBoth || family === 'IPv4'))
      // A link-local address is none without a zone, which browsers do not take.
      .filter(({ address }) => !/^(?:fe80:|169\.254\.)/i.test(address))
      .map(({ address, family }) =>
        url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, `//${family === 'IPv4' ? address : `[${address}]`}:`),
      )
  );
}
