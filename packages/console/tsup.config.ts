import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { libraryBuild } from '../workspace/src/library-build.ts';

/** The files of the map, which are large: one module that both builds load. It is CommonJS, which both can. */
const mapAssets = './map-assets.cjs';

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
      const assets = await readFile(new URL(built), 'utf8');
      await writeFile(`dist/${mapAssets}`, assets.replaceAll(/^export const (\w+) =/gm, 'exports.$1 ='));
      await copyFile(new URL('licences.txt', built), 'dist/map-licences.txt');
    },
  },
);
