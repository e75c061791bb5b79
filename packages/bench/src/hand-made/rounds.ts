import { performance } from 'node:perf_hooks';

/** One way to do the work. Resolves when one call is done. */
export type Call = (number: number) => Promise<unknown>;

/** What one round measured. */
export interface Round {
  readonly callsPerSecond: number;
  /** CPU time of this process for one call, in microseconds. */
  readonly microseconds: number;
}

/** Has `clients` make calls one after the other for `milliseconds`. */
export async function measureRound(call: Call, clients: number, milliseconds: number): Promise<Round> {
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

/** Measures each contestant in turn, `rounds` times after a round to warm up. */
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
