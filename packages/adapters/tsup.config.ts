import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild({
  'express/index': 'src/express/index.ts',
  'fetch/index': 'src/fetch/index.ts',
  'node/index': 'src/node/index.ts',
});
