import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    index: 'src/index.ts',
    'msw/index': 'src/msw/index.ts',
    'network/index': 'src/network/index.ts',
    'playwright/index': 'src/playwright/index.ts',
  },
  {
    esbuildOptions(options, { format }) {
      // Jest runs CommonJS in a context that knows `require`, and no `import()`.
      if (format === 'cjs') options.supported = { 'dynamic-import': false };
    },
  },
);
