import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, '..');

/** What the readers of the formats get in a browser for the entries of `csv-parse`, whose usual ones need Node.js. */
const entries: Readonly<Record<string, string>> = {
  'csv-parse': './src/transfer/csv-parse.ts',
  'csv-parse/sync': 'csv-parse/browser/esm/sync',
};

/** Lets the readers of the formats parse CSV in a browser. */
export const browserCsv: Plugin = {
  name: 'csv-parse for browsers',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^csv-parse(?:\/sync)?$/ }, ({ path, kind }) =>
      resolve(entries[path] as string, { kind, resolveDir: folder }),
    );
  },
};
