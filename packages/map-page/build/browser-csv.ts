import type { Plugin } from 'esbuild';

/** The entries of `csv-parse`, whose usual ones need Node.js, and those that bring its streams along. */
const entries: Readonly<Record<string, string>> = {
  'csv-parse': 'csv-parse/browser/esm',
  'csv-parse/sync': 'csv-parse/browser/esm/sync',
};

/** Lets the readers of the formats parse CSV in a browser. */
export const browserCsv: Plugin = {
  name: 'csv-parse for browsers',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^csv-parse(?:\/sync)?$/ }, ({ path, kind, resolveDir }) =>
      resolve(entries[path] as string, { kind, resolveDir }),
    );
  },
};
