import { readFile, writeFile } from 'node:fs/promises';
import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    'files/index': 'src/files/index.ts',
  },
  {
    // As in the core: the entries share files, so that `FormatError` exists once.
    splitting: true,
    treeshake: true,
    esbuildPlugins: [
      {
        name: 'reference-systems',
        // The table is large: one module, which both builds load.
        setup({ onResolve }) {
          onResolve({ filter: /\/reference-systems\.json$/ }, () => ({
            path: './reference-systems.cjs',
            external: true,
          }));
        },
      },
    ],
    async onSuccess() {
      const table: unknown = JSON.parse(await readFile('src/understand/reference-systems.json', 'utf8'));
      await writeFile('dist/reference-systems.cjs', `module.exports = ${JSON.stringify(table)};\n`);
    },
  },
);
