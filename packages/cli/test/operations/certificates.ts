import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A certificate and its key, as paths. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** Creates a certificate of `localhost` that signs itself, or that an authority signs, with openssl. */
export function createPair(folder: string, name: string, authority?: Pair): Pair {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const signer = authority ? ['-CA', authority.cert, '-CAkey', authority.key] : [];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, ...signer, '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  });
  return { cert, key };
}

/** Encrypts a key with a passphrase. Returns its path. */
export function encryptKey({ key }: Pair): string {
  const encrypted = `${key}.encrypted`;
  execFileSync('openssl', ['pkey', '-in', key, '-aes256', '-passout', 'pass:secret', '-out', encrypted]);
  return encrypted;
}
