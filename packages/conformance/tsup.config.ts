import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    'diff/index': 'src/diff/index.ts',
    'node/index': 'src/node/index.ts',
  },
  // As in the core: the entries share files.
  { splitting: true, treeshake: true },
);
