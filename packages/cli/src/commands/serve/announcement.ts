import type { AddressInfo } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { printableLine, whereClausesAre } from '../../output/printable-text.ts';
import type { ServiceOptions } from './serve-options.ts';

/** The path of the front door below a service (D51). */
export const doorPath = '/-/';

/** The path of area queries below a service (D48). */
export const areasPath = '/-/records';

/** The path of the map below a service (D50). */
export const mapPath = '/-/map';

const example = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';

/** What is beside the service. */
export interface Beside {
  /** Whether it has a front door. */
  readonly hasDoor?: boolean | undefined;
  /** Whether it has area queries and the map. */
  readonly hasAreas?: boolean | undefined;
}

/** Where a service listens besides its URL. */
export interface Places {
  /** The path of the Unix socket where it listens, if it does. */
  readonly socket?: string | undefined;
  /** Where its probes and metrics are on their own: a base URL, or the path of a Unix socket. */
  readonly admin?: string | undefined;
}

/** What is announced about a service. */
export interface Announced extends Beside, Places {
  /** Where the records are. */
  readonly records: string;
  /** The path below the service that controls a fake. */
  readonly controlPath?: string;
  /** How many processes serve, if this one does not. */
  readonly workers?: number | undefined;
  /** Whether it refuses writes. */
  readonly readOnly?: boolean | undefined;
  /** Whether clients need a token. */
  readonly needsToken?: boolean | undefined;
}

/** Returns the lines that a command prints when it listens. */
export function announcement(
  url: string,
  {
    records,
    controlPath,
    workers,
    readOnly = false,
    needsToken = false,
    hasDoor,
    hasAreas,
    socket,
    admin,
  }: Announced,
  { quiet = false, explain = false }: Pick<ServiceOptions, 'quiet' | 'explain'>,
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): string[] {
  const local = localUrl(url);
  const address = `location-records listens on ${socket === undefined ? local : printableLine(socket)}`;
  if (quiet) return [address];
  const lines = [workers === undefined ? address : `${address} with ${workers} workers`];
  if (local !== url) lines.push(fromOtherMachines(networkUrls(url, interfaces()), { readOnly, needsToken }));
  lines.push(`Records are ${records}${readOnly ? '; the service is read-only' : ''}`);
  if (controlPath !== undefined) lines.push(`Faults, journal and reset: ${local}${controlPath}`);
  // No browser reaches a Unix socket.
  if (hasDoor && socket === undefined) lines.push(`Front door: ${local}${doorPath}`);
  if (hasAreas && socket === undefined) lines.push(`Map: ${local}${mapPath}`);
  if (admin !== undefined) lines.push(`Health and metrics: ${printableLine(admin)}`);
  if (explain) lines.push(whereClausesAre);
  const write = `-X POST -H 'Content-Type: application/json' -d '${example}' `;
  const through = socket === undefined ? '' : `--unix-socket ${shellWord(socket)} `;
  const token = needsToken ? `-H "Authorization: Bearer $TOKEN" ` : '';
  lines.push(`Try: curl ${through}-i ${token}${readOnly ? '' : write}${shellWord(`${local}/eiffel-tower`)}`);
  return lines;
}

function fromOtherMachines(
  urls: readonly string[],
  { readOnly, needsToken }: Pick<Announced, 'readOnly' | 'needsToken'>,
): string {
  if (urls.length === 0) return 'Other machines cannot reach it: this one has no network address';
  const who = needsToken ? 'clients with a token' : 'any client';
  return `Other machines reach it at ${urls.join(', ')} (${who} there can read${readOnly ? '' : ' and write'})`;
}

/** Quotes a URL or path with characters that mean something to a shell, such as the brackets of an IPv6 address. */
function shellWord(url: string): string {
  return /^[\w./:%~-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`;
}

/** Returns the `{base_url}` of SPEC section 4, without a slash at its end, so that `/<id>` can follow. */
export function serviceUrl(
  address: Pick<AddressInfo, 'address' | 'port'> | 'localhost',
  basePath: string,
  scheme: 'http' | 'https' = 'http',
): string {
  // Only the path goes through the URL parser, which rejects zones. The parser drops tabs, line breaks and
  // trailing blanks, which the handler keeps.
  const { pathname } = new URL(basePath.replace(/[\p{Cc} ]/gu, encodeURIComponent), 'http://host');
  return `${scheme}://${authorityOf(address)}${pathname.replace(/\/$/, '')}`;
}

function authorityOf(bound: Pick<AddressInfo, 'address' | 'port'> | 'localhost'): string {
  if (bound === 'localhost') return bound;
  const { address, port } = bound;
  // A URL escapes the `%` before the zone of a link-local address.
  return `${address.includes(':') ? `[${address.replace('%', '%25')}]` : address}:${port}`;
}

/** Returns the URL for clients on the same machine, if the service listens on every address. */
export function localUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * Returns the URLs for other machines, if the service listens on every address: IPv4 for `0.0.0.0`, IPv4 and
 * IPv6 for `::`.
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
