import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from './compare-servers.ts';
import { drawPlot } from './draw-plot.ts';
import { fetchedFolder } from './fetched.ts';
import { plotsOf } from './plots.ts';
import { type Circumstances, resultsPage } from './results-page.ts';

const ownPackages = join(import.meta.dirname, '..', '..', 'node_modules');
const ownVersions = ['fastify', 'express', 'hono', '@hono/node-server', 'h3', 'json-server', 'pg'];

/** Writes the page and its plots into a folder. */
export async function writeResults(
  folder: string,
  { memory, durable, others }: Readonly<Record<'memory' | 'durable' | 'others', readonly Comparison[]>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const plots = plotsOf({ memory, durable });
  const page = resultsPage([...memory, ...durable, ...others], plots, await circumstances());
  await writeFile(join(folder, 'compare.md'), page);
  for (const plot of plots) await writeFile(join(folder, `${plot.name}.svg`), await drawPlot(plot));
}

async function circumstances(): Promise<Circumstances> {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  // srvx belongs to h3.
  const besideH3 = createRequire(createRequire(import.meta.url).resolve('h3')).resolve('srvx');
  const srvx = besideH3.slice(0, besideH3.lastIndexOf('/srvx/'));
  return {
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory}`,
    node: process.version.slice(1),
    date: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
    command: [
      'npm run compare',
      ...process.argv.slice(2).flatMap((flag, index) => (index ? flag : ['--', flag])),
    ].join(' '),
    versions: [
      ...(await Promise.all(ownVersions.map((name) => versionOf(ownPackages, name)))),
      await versionOf(srvx, 'srvx'),
      await versionOf(join(fetchedFolder, 'node_modules'), 'better-sqlite3'),
    ],
  };
}

async function versionOf(folder: string, name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}
