import { buildSync } from 'esbuild';

/** Bundles the main module of a worker, as workerd wants it, into one file. */
export function bundleWorker(entry: string, outfile: string): void {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['import'],
    external: ['cloudflare:workers'],
  });
}
