import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { 'sqlite/index': 'src/sqlite/index.ts', 'sqlite/writer-thread': 'src/sqlite/writer-thread.ts' },
  format: ['esm', 'cjs'],
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  target: 'node20.19',
  splitting: false,
  removeNodeProtocol: false,
  shims: true,
  clean: true,
});
