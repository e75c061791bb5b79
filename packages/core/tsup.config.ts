import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  { index: 'src/index.ts', 'adapter-kit': 'src/adapter-kit.ts', areas: 'src/areas.ts' },
  // The entries share a file, so that each class of errors exists once. Without `treeshake`, tsup rewrites what is
  // shared for CommonJS with a compiler that replaces `?.` and `??` by function calls.
  { splitting: true, treeshake: true },
);
