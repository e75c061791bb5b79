import type { TlsOptions } from 'node:tls';

const key = Buffer.from('known to both');

/** TLS for a server by a key that both sides know, which needs no certificate. */
export const serverTls: TlsOptions = { ciphers: 'PSK', pskCallback: () => key };

/** The same for a client. */
export const clientTls = {
  ciphers: 'PSK',
  pskCallback: () => ({ psk: key, identity: 'client' }),
  checkServerIdentity: () => undefined,
};
