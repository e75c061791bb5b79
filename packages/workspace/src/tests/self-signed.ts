import { fileURLToPath } from 'node:url';

/** The path of an untrusted certificate for `localhost`, with its key in the same file. */
export const selfSigned = fileURLToPath(new URL('self-signed.pem', import.meta.url));
