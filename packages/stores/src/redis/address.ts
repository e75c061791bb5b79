/** Where a server listens. */
export interface Address {
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** `host:port`, as URLs write it: one text for each address. */
export function formatAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
