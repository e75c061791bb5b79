import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import { StartError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';
import { printableLine } from '../output/printable-text.ts';

/** The files of `--tls-cert`, `--tls-key` and `--tls-client-ca`. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** The authorities of the certificates that clients must have. */
  readonly clientCa?: string | undefined;
}

/**
 * Reads the files for TLS from version 1.2 on, and checks that they fit together.
 *
 * @throws {StartError} (rejects) when they cannot be used.
 */
export async function readTls({ cert, key, clientCa }: TlsFiles): Promise<SecureContextOptions> {
  const [certPem, keyPem, caPem] = await Promise.all([
    contentOf(cert, '--tls-cert'),
    contentOf(key, '--tls-key'),
    clientCa === undefined ? undefined : contentOf(clientCa, '--tls-client-ca'),
  ]);
  const certificate = certificateIn(certPem, cert, '--tls-cert');
  if (!certificate.checkPrivateKey(keyIn(keyPem, key))) {
    throw new StartError(
      `The key ${printableLine(key)} is not that of the certificate ${printableLine(cert)}; name a pair with --tls-cert and --tls-key.`,
    );
  }
  if (caPem !== undefined && clientCa !== undefined) certificateIn(caPem, clientCa, '--tls-client-ca');
  const options = { cert: certPem, key: keyPem, ca: caPem, minVersion: 'TLSv1.2' } as const;
  try {
    createSecureContext(options);
  } catch (cause) {
    throw new StartError(
      `The files of --tls-cert and --tls-key cannot be used for TLS (${describeError(cause)}).`,
      { cause },
    );
  }
  return options;
}

/** Returns what a server needs to have certificates of its clients, and to refuse clients without. */
export function clientOptions({ clientCa }: TlsFiles): TlsOptions {
  return clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized: true };
}

async function contentOf(path: string, flag: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new StartError(
      `The file ${printableLine(path)} of ${flag} cannot be read (${describeError(cause)}).`,
      { cause },
    );
  }
}

function certificateIn(pem: Buffer, path: string, flag: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new StartError(`The file ${printableLine(path)} of ${flag} has no certificate in PEM form.`, {
      cause,
    });
  }
}

function keyIn(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const isEncrypted = pem.includes('ENCRYPTED');
    throw new StartError(
      isEncrypted
        ? `The key ${printableLine(path)} is encrypted; decrypt it for --tls-key, and let nobody else read the file.`
        : `The file ${printableLine(path)} of --tls-key has no private key in PEM form.`,
      { cause },
    );
  }
}
