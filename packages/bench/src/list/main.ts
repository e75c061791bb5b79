// Memory of the server, and how long other clients wait, while a very long list is read. See the README.

import {
  print,
  printTable,
  readFlags,
  runCampaign,
  settledMemory,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { expectedList } from '../shared/big-list.mjs';
import { measureList } from './measure-list.ts';
import { startWithRecords, stores } from './start-with-records.ts';

const values = readFlags({
  records: { type: 'number', min: 1 },
  store: { type: 'choice', of: Object.keys(stores) },
});
const count = values.records ?? (values.short ? 100_000 : 1_000_000);
const readers = [
  { name: 'fast', stallMs: 0 },
  { name: 'stalled', stallMs: values.short ? 1000 : 5000 },
] as const;

await runCampaign(values, async (verdict) => {
  const expected = expectedList(count);
  print(`A list of ${count} records, ${(expected.length / 2 ** 20).toFixed(1)} MiB`);
  const rows: string[][] = [];
  for (const [name, { isOrdered }] of Object.entries(stores)) {
    if (values.store !== undefined && values.store !== name) continue;
    await withTemporaryFolder(async (folder) => {
      const { server, stop } = await startWithRecords(name as keyof typeof stores, count, folder);
      const idle = await settledMemory(server.pid);
      for (const reader of readers) {
        const { list, firstMs, seconds, before, peak, latency } = await measureList(server, reader.stallMs);
        const title = `${name}, ${reader.name} reader`;
        verdict.check(`${title}: the whole list is right`, isSameList(list, expected, isOrdered));
        verdict.target(`${title}: memory above idle`, peak - idle, 64, 'MiB');
        verdict.target(`${title}: first bytes`, firstMs, 100, 'ms');
        verdict.target(`${title}: median of GET meanwhile`, latency.median, 50, 'ms');
        const figures = [idle, before, peak, firstMs, seconds, latency.median, latency.p99, latency.max];
        rows.push([title, ...figures.map((figure) => figure.toFixed(1)), String(latency.count)]);
      }
      verdict.check(`${name}: the server stopped`, await stop());
    });
  }
  const head = ['', 'idle MiB', 'before', 'peak', 'first ms', 'list s', 'GET median ms', 'p99 ms', 'max ms'];
  printTable([...head, 'GETs'], rows);
});

/** Whether a list has the expected bytes. A list without an order may have its records in any. */
function isSameList(list: Buffer, expected: Buffer, isOrdered: boolean): boolean {
  if (isOrdered) return list.equals(expected);
  if (list.length !== expected.length) return false;
  const pairs = JSON.parse(list.toString()) as [string, unknown][];
  pairs.sort(([left], [right]) => (left < right ? -1 : 1));
  return Buffer.from(JSON.stringify(pairs)).equals(expected);
}
