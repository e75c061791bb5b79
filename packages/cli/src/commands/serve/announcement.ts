import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { describeStore, type StoreTarget } from '../../store-urls/store-urls.ts';
import { localUrl, networkUrls } from './service-url.ts';

const example = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';
/** A machine with containers has an address for each of their networks. */
const maxShown = 8;

/**
 * What the command says when it serves: addresses that one can open, from where, where the records are, and a command
 * to try.
 */
export function announcement(
  url: string,
  store: StoreTarget,
  isQuiet: boolean,
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): string[] {
  const local = localUrl(url);
  const address = `location-records listens on ${local}`;
  if (isQuiet) return [address];
  return [
    address,
    ...(local === url ? [] : [fromElsewhere(networkUrls(url, interfaces()))]),
    `Records are ${describeStore(store)}`,
    `Try: curl -i -X POST -H 'Content-Type: application/json' -d '${example}' ${shellWord(`${local}/eiffel-tower`)}`,
  ];
}

function fromElsewhere(urls: readonly string[]): string {
  if (urls.length === 0)
    return 'From other machines it cannot be reached: this one has no address on a network';
  const more = urls.length > maxShown ? `, and ${urls.length - maxShown} more` : '';
  return `From other machines ${urls.slice(0, maxShown).join(', ')}${more} (any client there can read and write)`;
}

/** Brackets, which IPv6 addresses have, and much of what a path may hold mean something to a shell. */
function shellWord(url: string): string {
  return /^[\w./:%~-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`;
}
