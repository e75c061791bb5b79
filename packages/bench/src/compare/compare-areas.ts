import type { LocationRecord } from '@location-records/core';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { realLikeRecords } from '../shared/real-records.ts';
import { median, ratiosTo } from '../shared/statistics.ts';
import { type AreaServer, areaServersInMemory, areaServersOnSqlite } from './area-servers.ts';
import { sizesUpTo } from './compare-growth.ts';
import { type Comparison, show } from './compare-servers.ts';
import { onNode22, titleOfNode22 } from './fetched.ts';
import { maxOfJsonServer } from './list-contestants.ts';
import { type AreaCell, measureAreas } from './measure-areas.ts';
import type { Settings } from './settings.ts';
import { costCells, memoryTable, type Table } from './tables.ts';

/** Compares servers that find records by their places: in memory with some records and with many, and on SQLite. */
export async function compareAreas(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const compare = async (
    where: string,
    servers: readonly AreaServer[],
    records: readonly LocationRecord[],
    how: Settings,
  ): Promise<Comparison> => {
    const { cells, peaks } = await measureAreas(servers, records, how, verdict);
    const title = `${records.length.toLocaleString('en')} records ${where}`;
    return { title, tables: [...cells.map(areaTable), memoryTable(peaks)].map((one) => show(title, one)) };
  };
  const inMemory = async (records: readonly LocationRecord[]) =>
    compare('in memory', await areaServersInMemory(folder, records), records, settings);
  const many = realLikeRecords(settings.records);
  const comparisons: Comparison[] = [];
  for (const count of sizesUpTo(many.length, [maxOfJsonServer])) {
    comparisons.push(await inMemory(many.slice(0, count)));
  }
  const onSqlite = areaServersOnSqlite(folder, many);
  const with22 = { ...settings, server: onNode22(settings.server) };
  return [...comparisons, await compare(`on SQLite, ${titleOfNode22}`, onSqlite, many, with22)];
}

/** The servers at one work. The ratios are to the first of them, taken within each round. */
export function areaTable({ title, servers }: AreaCell): Table {
  const base = servers[0]?.figures;
  return {
    title,
    head: ['', 'CPU ms', 'quartiles', 'ratio', 'p50 ms', 'ratio', 'p99 ms'],
    rows: servers.map(({ name, figures: { cpu, p50, p99 } }) =>
      base && cpu.length > 0
        ? [
            name,
            ...costCells(base.cpu, cpu, 3),
            median(p50).toFixed(3),
            median(ratiosTo(base.p50, p50)).toFixed(2),
            p99.length > 0 ? median(p99).toFixed(3) : '-',
          ]
        : [name, '-', '-', '-', '-', '-', '-'],
    ),
  };
}
