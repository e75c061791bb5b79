import { copyFile } from 'node:fs/promises';
import { libraryBuild } from '../workspace/src/library-build.ts';

/** The files of the map, which are large: one module of them beside both builds, instead of one in each. */
const mapAssets = './map-assets.js';

// What is loaded when it is needed is in files of its own. Without `treeshake`, see the core.
export default libraryBuild(
  { index: 'src/index.ts' },
  {
    splitting: true,
    treeshake: true,
    esbuildPlugins: [
      {
        name: 'map-assets',
        setup({ onResolve }) {
          const filter = /^@location-records\/map-page\/assets$/;
          onResolve({ filter }, () => ({ path: mapAssets, external: true }));
        },
      },
    ],
    async onSuccess() {
      const built = import.meta.resolve('@location-records/map-page/assets');
      await copyFile(new URL(built), `dist/${mapAssets}`);
      await copyFile(new URL('licences.txt', built), 'dist/map-licences.txt');
    },
  },
);
