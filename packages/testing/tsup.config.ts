import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    jest: 'src/jest.ts',
    msw: 'src/msw.ts',
    nock: 'src/nock.ts',
    playwright: 'src/playwright.ts',
    vitest: 'src/vitest.ts',
  },
  {
    // The entries share files, so that each class of errors exists once. `treeshake` is for CommonJS, as in the core.
    splitting: true,
    treeshake: true,
    dts: {
      // `Symbol.asyncDispose` has a type also where neither `lib` nor the types of Node.js bring it.
      banner: '/// <reference lib="esnext.disposable" />',
      compilerOptions: { ignoreDeprecations: '6.0' },
    },
    // Jest provides it, and no package needs it otherwise.
    external: ['@jest/globals'],
  },
);
