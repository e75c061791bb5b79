import { performance } from 'node:perf_hooks';
import { printTable } from '@location-records/dev-kit/campaigns';
import { median } from '../shared/statistics.ts';

/** Makes a call in one of the compared ways. Resolves when it is done. */
export type Call = (number: number) => Promise<unknown>;

/** The figures of one round. */
interface Round {
  readonly callsPerSecond: number;
  /** CPU time of this process for one call, in microseconds. */
  readonly microseconds: number;
}

/** Has each of `clients` make calls one after the other for `milliseconds`. */
async function measureRound(call: Call, clients: number, milliseconds: number): Promise<Round> {
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const end = begin + milliseconds;
  let calls = 0;
  const client = async () => {
    while (performance.now() < end) await call(calls++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  return { callsPerSecond: (calls * 1000) / elapsed, microseconds: (user + system) / calls };
}

/** Measures the contestants in turns: one round to warm up, and then `rounds` that count. */
export async function alternate(
  contestants: ReadonlyMap<string, Call>,
  { rounds, clients, milliseconds }: { rounds: number; clients: number; milliseconds: number },
): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>([...contestants.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, call] of contestants) {
      const measured = await measureRound(call, clients, milliseconds);
      if (round > 0) results.get(name)?.push(measured);
    }
  }
  return results;
}

/** Prints the medians of each contestant. */
export function printMedians(results: ReadonlyMap<string, readonly Round[]>): void {
  printTable(
    ['', 'calls/s', 'CPU µs/call'],
    [...results].map(([name, rounds]) => [
      name,
      median(rounds.map(({ callsPerSecond }) => callsPerSecond)).toFixed(0),
      median(rounds.map(({ microseconds }) => microseconds)).toFixed(1),
    ]),
  );
}
