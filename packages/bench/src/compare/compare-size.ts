import { join } from 'node:path';
import { fetchPackages, type Verdict } from '@location-records/dev-kit/campaigns';
import { type Comparison, show } from './compare-servers.ts';
import { versionOf } from './fetched.ts';
import { type Installed, measureInstalled } from './installed.ts';
import { packagesOfCommand, packPackages } from './packed.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** What a user installs. */
interface Installation {
  readonly name: string;
  /** The folders of this repository's packages that it needs, each after the packages that it depends on. */
  readonly own?: readonly string[];
  /** Packages of others. */
  readonly others?: readonly string[];
  /** Whether the short form installs it, too. */
  readonly isQuick?: boolean;
}

const installations: readonly Installation[] = [
  { name: 'location-records', own: packagesOfCommand },
  { name: 'core and adapters', own: ['core', 'adapters'], isQuick: true },
  { name: 'testing', own: ['core', 'adapters', 'testing'] },
  { name: 'Fastify', others: ['fastify'] },
  { name: 'Express', others: ['express'] },
  { name: 'Hono', others: ['hono', '@hono/node-server'] },
  { name: 'h3', others: ['h3'], isQuick: true },
  { name: 'json-server', others: ['json-server'] },
  { name: 'MSW', others: ['msw'] },
  { name: 'nock', others: ['nock'] },
];

/** Compares what `npm install` leaves in an empty folder. An installation that fails ends the campaign. */
export async function compareSize(
  folder: string,
  { isShort }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const chosen = installations.filter(({ isQuick }) => !isShort || isQuick);
  const needed = chosen.flatMap(({ own = [] }) => own);
  const tarballs = await packPackages(needed, join(folder, 'packed-for-size'));
  const sizes: (Installed & { readonly name: string })[] = [];
  for (const { name, own = [], others = [] } of chosen) {
    const into = join(folder, `installed-${sizes.length}`);
    const versions = others.map(async (other) => `${other}@${await versionOf(other)}`);
    fetchPackages(into, [...own.map((one) => tarballs.get(one) ?? one), ...(await Promise.all(versions))]);
    const size = await measureInstalled(into);
    verdict.check(`${name} is installed`, size.packages >= own.length + others.length);
    sizes.push({ name, ...size });
  }
  const tables = [show('Size', sizeTable(sizes))];
  return { title: 'Size', tables };
}

/** The sizes as a table. */
export function sizeTable(sizes: readonly (Installed & { readonly name: string })[]): Table {
  return {
    title: 'after npm install',
    head: ['', 'packages', 'with install scripts', 'MiB', 'files'],
    rows: sizes.map(({ name, packages, withScripts, bytes, files }) => [
      name,
      ...[packages, withScripts].map(String),
      (bytes / 2 ** 20).toFixed(2),
      String(files),
    ]),
  };
}
