import { copyFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { bin: 'src/bin.ts' },
  format: ['esm'],
  target: 'node20.19',
  removeNodeProtocol: false,
  clean: true,
  // commander, a development dependency, becomes part of the build: as seven files of CommonJS it would take a sixteenth of
  // the start. It loads modules of Node.js with `require`.
  banner: {
    js: [
      `import { createRequire as requireOf } from 'node:module';`,
      'const require = requireOf(import.meta.url);',
    ].join('\n'),
  },
  async onSuccess() {
    const licence = new URL('LICENSE', import.meta.resolve('commander'));
    await copyFile(licence, 'dist/commander-licence.txt');
  },
});
