import { libraryBuild } from '../workspace/src/library-build.ts';

export default libraryBuild(
  {
    'postgres/index': 'src/postgres/index.ts',
    'redis/index': 'src/redis/index.ts',
    'sqlite/index': 'src/sqlite/index.ts',
    'sqlite/writer-thread': 'src/sqlite/writer-thread.ts',
    'tracing/index': 'src/tracing/index.ts',
  },
  // The CommonJS build needs `import.meta.url` to find the writer thread.
  { shims: true },
);
