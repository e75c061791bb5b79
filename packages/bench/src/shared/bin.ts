import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The command `location-records` as it is built. */
export const bin = join(
  dirname(createRequire(import.meta.url).resolve('location-records/package.json')),
  'dist',
  'bin.js',
);
