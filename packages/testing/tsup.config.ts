import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    'jest/index': 'src/jest/index.ts',
    'msw/index': 'src/msw/index.ts',
    'network/index': 'src/network/index.ts',
    'node-test/index': 'src/node-test/index.ts',
    'playwright/index': 'src/playwright/index.ts',
    'vitest/index': 'src/vitest/index.ts',
  },
  {
    // The entries share files, so that each class of errors exists once. `treeshake` is for CommonJS, as in the core.
    splitting: true,
    treeshake: true,
    dts: {
      // `Symbol.dispose` has a type also where neither `lib` nor the types of Node.js bring it.
      banner: '/// <reference lib="esnext.disposable" />',
      compilerOptions: { ignoreDeprecations: '6.0' },
    },
    // Jest provides it, and no package needs it otherwise.
    external: ['@jest/globals'],
  },
);
