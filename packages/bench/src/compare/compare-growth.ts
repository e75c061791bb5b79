import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { type FreshStores, freshSqlite, freshStores } from '../shared/fresh-stores.ts';
import { runProgram } from '../shared/run-program.ts';
import { median, quartiles } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Goal, judge } from './goals.ts';
import { storedBytes } from './growth/stored-bytes.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** The numbers of records beside the largest one. */
const smaller = [1000, 10_000, 100_000];
const tenMillion = 10_000_000;
/** About what the faster stores on an engine take for a call, which gives the number of calls in a slice. */
const msPerCall = 0.025;

/** The maximum heap of the memory store, as a ratio to a Map's. */
const heapLimit = 1.3;

/** What was seen of a store with one number of records: a figure of each round. */
export interface Growth {
  readonly records: number;
  /** Microseconds of a call, of 64 at once. */
  readonly get: readonly number[];
  readonly put: readonly number[];
  /** Milliseconds of the whole list. */
  readonly list: readonly number[];
  /** How many bytes a record takes up. */
  readonly bytes: number;
  /** The same in a plain Map, where the store is in memory. */
  readonly mapBytes?: number | undefined;
}

/** What `measure-store.mjs` prints. */
interface Outcome extends Pick<Growth, 'get' | 'put' | 'list'> {
  /** Whether each get had a record, and each list all of them. */
  readonly isRight: boolean;
}

/** What `weigh-memory.mjs` prints. */
type HeapBytes = Required<Pick<Growth, 'bytes' | 'mapBytes'>>;

type Store = Pick<FreshStores, 'name' | 'isThere' | 'within'>;

const memory: Store = { name: 'memory', isThere: () => true, within: (act) => act(async () => 'memory:') };

/** Compares what each store costs with few records and with many, through its interface. */
export async function compareGrowth(settings: Settings, verdict: Verdict): Promise<Comparison> {
  const title = 'Growth';
  const tables: Table[] = [];
  const goals: Goal[] = [];
  for (const store of settings.isShort ? [memory, freshSqlite] : [memory, ...freshStores]) {
    if (!store.isThere()) {
      print(`${store.name} is not on this machine, and left out.`);
      continue;
    }
    const sizes = sizesUpTo(settings.records, smaller);
    const isLarge = settings.tenMillion && store === freshSqlite;
    const growths = await measureStore(store, isLarge ? [...sizes, tenMillion] : sizes, settings, verdict);
    tables.push(show(title, growthTable(store.name, growths)));
    if (store === memory) goals.push(...heapGoals(growths));
  }
  judge(goals, verdict);
  return { title, tables, goals };
}

/** The numbers of records that are measured: the smaller ones below the largest, and the largest. */
export function sizesUpTo(largest: number, smaller: readonly number[]): readonly number[] {
  return [...smaller.filter((size) => size < largest), largest];
}

function measureStore(
  store: Store,
  sizes: readonly number[],
  { rounds, sliceMs, server }: Settings,
  verdict: Verdict,
): Promise<readonly Growth[]> {
  return store.within(async (fresh) => {
    const growths: Growth[] = [];
    for (const records of sizes) {
      const url = await fresh();
      const before = store === memory ? 0 : await storedBytes(url);
      const args = [url, records, Math.ceil(sliceMs / msPerCall), rounds];
      // An engine is started by this process, and so runs on its CPU.
      const file = program('measure-store');
      const { isRight, ...figures } = await runProgram<Outcome>(file, args, server.wrapper);
      verdict.check(`${store.name}: each of ${records} records is there`, isRight);
      const bytes =
        store === memory
          ? await runProgram<HeapBytes>(program('weigh-memory'), [records])
          : { bytes: ((await storedBytes(url)) - before) / records };
      growths.push({ records, ...figures, ...bytes });
    }
    return growths;
  });
}

/** A program of the folder `growth`. */
function program(name: string): URL {
  return new URL(`./growth/${name}.mjs`, import.meta.url);
}

/** One store with each number of records. */
export function growthTable(name: string, growths: readonly Growth[]): Table {
  const hasMap = growths.some(({ mapBytes }) => mapBytes !== undefined);
  const head = ['records', 'get µs', 'quartiles', 'put µs', 'quartiles', 'list ms', 'quartiles', 'µs/record'];
  return {
    title: name,
    head: [...head, 'bytes/record', ...(hasMap ? ['bytes/record in a Map', 'ratio'] : [])],
    rows: growths.map((growth) => {
      const { records, get, put, list, bytes, mapBytes = Number.NaN } = growth;
      return [
        records.toLocaleString('en'),
        median(get).toFixed(2),
        quartiles(get, 2),
        median(put).toFixed(2),
        quartiles(put, 2),
        median(list).toFixed(2),
        quartiles(list, 2),
        ((median(list) * 1000) / records).toFixed(2),
        bytes.toFixed(0),
        ...(hasMap ? [mapBytes.toFixed(0), (bytes / mapBytes).toFixed(2)] : []),
      ];
    }),
  };
}

/** The target of the heap, for the largest number of records. */
export function heapGoals(growths: readonly Growth[]): readonly Goal[] {
  const { records = 0, bytes = Number.NaN, mapBytes = Number.NaN } = growths.at(-1) ?? {};
  const title = `Heap of ${records.toLocaleString('en')} records in the memory store, beside a Map`;
  return [{ title, value: bytes / mapBytes, bound: 'at most', limit: heapLimit }];
}
