import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { whereClausesAre } from '../../output/printable-text.ts';
import type { ServiceOptions } from './service-options.ts';
import { localUrl, networkUrls } from './service-url.ts';

/** The path of area queries below a service (D48). */
export const areasPath = '/-/records';

/** The path of the map below a service (D50). */
export const mapPath = '/-/map';

const example = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';
/** The maximum number of URLs shown: a machine with containers has an address for each of their networks. */
const maxShown = 8;

/** What is served, as far as it is announced. */
export interface Announced {
  /** Where the records are. */
  readonly records: string;
  /** The path below the service at which a fake is steered. */
  readonly controlPath?: string;
  /** How many processes serve, where this one does not. */
  readonly workers?: number | undefined;
}

/**
 * What a command prints when it listens: its URLs, where the records are, and a command to try. A fake adds where it is
 * steered. Area queries add where they and the map are, `explain` where clauses are explained. Workers add their number.
 */
export function announcement(
  url: string,
  { records, controlPath, workers }: Announced,
  { quiet = false, explain = false, areas = false }: Pick<ServiceOptions, 'quiet' | 'explain' | 'areas'>,
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): string[] {
  const local = localUrl(url);
  const address = `location-records listens on ${local}`;
  if (quiet) return [address];
  return [
    workers === undefined ? address : `${address} with ${workers} workers`,
    ...(local === url ? [] : [fromOtherMachines(networkUrls(url, interfaces()))]),
    `Records are ${records}`,
    ...(controlPath === undefined ? [] : [`Faults, journal and reset: ${local}${controlPath}`]),
    ...(areas
      ? [`Map: ${local}${mapPath}`, `Near a point: ${local}${areasPath}?near=48.86,2.29&radius=5000`]
      : []),
    ...(explain ? [whereClausesAre] : []),
    `Try: curl -i -X POST -H 'Content-Type: application/json' -d '${example}' ${shellWord(`${local}/eiffel-tower`)}`,
  ];
}

function fromOtherMachines(urls: readonly string[]): string {
  if (urls.length === 0) return 'Other machines cannot reach it: this one has no network address';
  const more = urls.length > maxShown ? `, and ${urls.length - maxShown} more` : '';
  return `Other machines reach it at ${urls.slice(0, maxShown).join(', ')}${more} (any client there can read and write)`;
}

/** Quotes a URL with characters that mean something to a shell, such as the brackets of an IPv6 address. */
function shellWord(url: string): string {
  return /^[\w./:%~-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`;
}
