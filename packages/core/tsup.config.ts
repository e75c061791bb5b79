import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  { index: 'src/index.ts', 'adapter-kit': 'src/adapter-kit.ts' },
  // The two entries share their modules, so that an error class exists once, in CommonJS, too.
  { splitting: true },
);
