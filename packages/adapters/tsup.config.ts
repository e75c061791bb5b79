import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    'express/index': 'src/express/index.ts',
    'fetch/index': 'src/fetch/index.ts',
    'guard/index': 'src/guard/index.ts',
    'node/index': 'src/node/index.ts',
  },
  // The entries share files, so that each class of errors, and what is kept on a connection, exists once. `treeshake`
  // is for CommonJS, as in the core.
  { splitting: true, treeshake: true },
);
