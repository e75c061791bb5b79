import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { TrustedProxies } from '../command-line/option-values.ts';

/** Returns the address of a client from that of the connection and the fields of the request, if it has one. */
export type ClientAddress = (
  remoteAddress: string | undefined,
  headers?: IncomingHttpHeaders,
) => string | undefined;

/** The address of the connection: an IPv4 address as such, even if the server listens on IPv6. */
export const connectionAddress: ClientAddress = (remoteAddress) =>
  remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * Returns what reads the address of a client from `X-Forwarded-For`. Each proxy appends the address that it
 * sees, so the field is read from the right, as long as the address before is that of a trusted proxy: a
 * client can write anything to the left of that.
 */
export function forwardedAddress(trusted: TrustedProxies): ClientAddress {
  const isTrusted =
    typeof trusted === 'number' ? (_: string | undefined, hop: number) => hop < trusted : isListed(trusted);
  return (remoteAddress, headers) => {
    let client = connectionAddress(remoteAddress);
    const field = headers?.['x-forwarded-for'];
    if (field === undefined) return client;
    const hops = String(field).split(',');
    for (let hop = 0; isTrusted(client, hop); hop++) {
      const before = addressIn(hops.pop());
      if (before === undefined) break;
      client = before;
    }
    return client;
  };
}

/** Returns what tells whether an address is listed. The other end of a Unix socket has none, and is trusted. */
function isListed(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => address === undefined || list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** The address in an element of the field, which some proxies write with a port. */
function addressIn(element: string | undefined): string | undefined {
  const text = element?.trim() ?? '';
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = connectionAddress(bracketed ?? plain ?? text);
  // Not one with a zone, such as fe80::1%eth0.
  return address !== undefined && isIP(address) !== 0 && !address.includes('%') ? address : undefined;
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, of which one client has all. */
export function networkOf(address = ''): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('::');
  const groups = before.split(':');
  if (after !== undefined) {
    const [left, right] = [before === '' ? [] : groups, after.split(':')];
    // An IPv4 address at the end stands for two groups, which are among the last four.
    const count = left.length + right.length + (after.includes('.') ? 1 : 0);
    groups.splice(0, groups.length, ...left, ...Array(Math.max(8 - count, 0)).fill('0'), ...right);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
