import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/** How a library is built: ESM and CommonJS, each with its own types. */
export function libraryBuild(
  entry: Record<string, string>,
  more: Options = {},
): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry,
    format: ['esm', 'cjs'],
    dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
    target: 'node20.19',
    splitting: false,
    removeNodeProtocol: false,
    clean: true,
    esbuildOptions(options, { format }) {
      // `require` instead of `import()`, which Jest refuses in CommonJS.
      if (format === 'cjs') options.supported = { 'dynamic-import': false };
    },
    plugins: [plainRequire],
    ...more,
  });
}

/** Replaces the helper that esbuild calls in shared files, which bundlers cannot follow. */
const plainRequire: Plugin = {
  name: 'plain-require',
  renderChunk(code) {
    return this.format === 'cjs' ? { code: code.replaceAll('__require(', 'require(') } : undefined;
  },
};
