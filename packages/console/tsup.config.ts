import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { libraryBuild } from '../workspace/src/library-build.ts';

// What is loaded when it is needed is in files of its own.
export default libraryBuild(
  { index: 'src/index.ts', openapi: 'src/openapi/index.ts' },
  {
    splitting: true,
    treeshake: true,
    esbuildPlugins: [
      {
        name: 'map-assets',
        // The files of the map are large: one module, which both builds load.
        setup({ onResolve }) {
          onResolve({ filter: /^#map-assets$/ }, () => ({ path: './map-assets.cjs', external: true }));
        },
      },
    ],
    async onSuccess() {
      await promisify(execFile)(process.execPath, ['--import', 'tsx', 'page/build/main.ts']);
    },
  },
);
