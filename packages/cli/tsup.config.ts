import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { bin: 'src/bin.ts' },
  format: ['esm'],
  target: 'node20.19',
  removeNodeProtocol: false,
  clean: true,
});
