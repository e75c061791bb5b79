import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { canStart, type Engine } from '@location-records/dev-kit/engines';
import type { Comparison } from './compare-servers.ts';
import { drawPlot } from './draw-plot.ts';
import { newerNode, versionOf } from './fetched.ts';
import { plotsOf } from './plots.ts';
import { type Circumstances, resultsPage } from './results-page.ts';

const frameworks = ['fastify', 'express', 'hono', '@hono/node-server', 'h3', 'json-server'];

/** The engines that may be missing on a machine. Then what needs them is left out. */
const engines: readonly string[] = ['PostgreSQL', 'Redis'] satisfies readonly Engine[];

/** What is compared: the title of each part, and the packages and engines that it uses. */
const pages = {
  memory: { title: 'In memory', packages: frameworks },
  instructions: { title: 'Instructions', packages: [newerNode, 'fastify'] },
  durable: { title: 'On the disk', packages: [newerNode, 'fastify', 'pg', 'better-sqlite3'] },
  workers: { title: 'Workers', packages: ['@photostructure/sqlite', 'pg'] },
  start: { title: 'Start', packages: [...frameworks, '@photostructure/sqlite'] },
  fakes: { title: 'Fakes', packages: ['msw', 'nock', 'json-server'] },
  lists: { title: 'Lists', packages: [newerNode, ...frameworks, '@photostructure/sqlite'] },
  areas: { title: 'Areas', packages: [newerNode, 'fastify', 'rbush', 'better-sqlite3', 'json-server'] },
  growth: { title: 'Growth', packages: ['@photostructure/sqlite', 'PostgreSQL', 'pg', 'Redis', 'redis'] },
  handle: { title: 'In one process', packages: ['fastify', 'hono', 'h3'] },
  mounts: { title: 'Mounted', packages: ['express', 'bun', 'deno'] },
  size: { title: 'Size', packages: [...frameworks, 'msw', 'nock'] },
} satisfies Readonly<Record<string, { readonly title: string; readonly packages: readonly string[] }>>;

/** What is compared. */
export type Part = keyof typeof pages;

/** Writes the page of a part and its plots into a folder. */
export async function writeResults(
  folder: string,
  part: Part,
  comparisons: readonly Comparison[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { title, packages } = pages[part];
  const plots = plotsOf({ memory: [], durable: [], [part]: comparisons });
  const page = resultsPage(title, comparisons, plots, await circumstances(packages));
  await writeFile(join(folder, `compare-${part}.md`), page);
  for (const plot of plots) await writeFile(join(folder, `${plot.name}.svg`), await drawPlot(plot));
}

async function circumstances(packages: readonly string[]): Promise<Circumstances> {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`;
  return {
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory}`,
    node: process.version.slice(1),
    date: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
    command: [
      'npm run compare',
      ...process.argv.slice(2).flatMap((flag, index) => (index ? flag : ['--', flag])),
    ].join(' '),
    versions: await Promise.all(
      packages
        .filter((name) => !engines.includes(name) || canStart(name as Engine))
        .map(async (name) => `${name} ${await versionOf(name)}`),
    ),
  };
}
