import type { LocationRecord } from '@location-records/core';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { realLikeRecords } from '../shared/real-records.ts';
import { median } from '../shared/statistics.ts';
import { type AreaContestant, areaContestantsInMemory, areaContestantsOnSqlite } from './area-contestants.ts';
import { sizesUpTo } from './compare-growth.ts';
import { type Comparison, show } from './compare-servers.ts';
import { onNode22, titleOfNode22 } from './fetched.ts';
import { type AreaCell, measureAreas } from './measure-areas.ts';
import type { Settings } from './settings.ts';
import { costCells, memoryTable, type Table } from './tables.ts';

/** The number of records that json-server takes part with. */
const fewer = 10_000;

/** Compares servers that find records by their places: in memory with some records and with many, and on SQLite. */
export async function compareAreas(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  const compare = async (
    title: string,
    contestants: readonly AreaContestant[],
    records: readonly LocationRecord[],
    how: Settings,
  ) => {
    const { cells, peaks } = await measureAreas(contestants, records, how, verdict);
    const tables = [...cells.map(areaTable), memoryTable(peaks)];
    const full = `${records.length.toLocaleString('en')} records ${title}`;
    comparisons.push({ title: full, tables: tables.map((table) => show(full, table)) });
  };
  for (const count of sizesUpTo(settings.records, [fewer])) {
    const records = realLikeRecords(count);
    await compare('in memory', areaContestantsInMemory(folder, records), records, settings);
  }
  const records = realLikeRecords(settings.records);
  const with22 = { ...settings, server: onNode22(settings.server) };
  await compare(`on SQLite, ${titleOfNode22}`, areaContestantsOnSqlite(folder, records), records, with22);
  return comparisons;
}

/** The servers at one work. The ratio is to the first of them, taken within each round. */
export function areaTable({ work, contestants }: AreaCell): Table {
  const base = contestants[0]?.figures.cpu ?? [];
  return {
    title: work,
    head: ['', 'CPU ms', 'quartiles', 'ratio', 'p50 ms', 'p99 ms'],
    rows: contestants.map(({ name, figures: { cpu, p50, p99 } }) =>
      cpu.length > 0
        ? [name, ...costCells(base, cpu, 3), median(p50).toFixed(3), median(p99).toFixed(3)]
        : [name, '-', '-', '-', '-', '-'],
    ),
  };
}
