import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    'files/index': 'src/files/index.ts',
  },
  // As in the core: the entries share files, so that `FormatError` exists once.
  { splitting: true, treeshake: true },
);
