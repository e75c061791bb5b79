import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  { index: 'src/index.ts', 'files/index': 'src/files/index.ts', 'stringify/index': 'src/stringify/index.ts' },
  // The entries share a file, so that each class of errors exists once, and the parser of CSV is in one that is loaded
  // when it is needed. `treeshake` is for CommonJS, as in the core.
  { splitting: true, treeshake: true },
);
