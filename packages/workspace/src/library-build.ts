import { defineConfig, type Options } from 'tsup';

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
    ...more,
  });
}
