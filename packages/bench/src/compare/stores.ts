import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endChild, startChild } from '@location-records/workspace/campaigns';
import { startPostgres, startRedis } from '@location-records/workspace/engines';
import { inTurn, median, ratioText } from './measure.ts';
import type { Build, Comparison, Table } from './results.ts';

const program = fileURLToPath(new URL('../servers/store-caller.mjs', import.meta.url));

const openers = {
  sqlite: 'openSqliteStore',
  postgres: 'openPostgresStore',
  redis: 'openRedisStore',
} as const;
const calls = ['put', 'replace', 'get'] as const;

/** What many callers in one process made of a store in some time. */
interface Called {
  readonly calls: number;
  /** CPU time of the process, in microseconds. */
  readonly cpu: number;
  readonly seconds: number;
}

/** A process that calls a store of a build. */
export class StoreCaller {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(build: Build, engine: keyof typeof openers, options: object): Promise<StoreCaller> {
    const module = pathToFileURL(join(build.stores, 'dist', engine, 'index.js')).href;
    const args = [module, openers[engine], JSON.stringify(options)];
    const child = startChild([process.execPath, program, ...args], ['ignore', 'inherit', 'inherit', 'ipc']);
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return new StoreCaller(child);
  }

  /** Stores the first `count` records of every comparison. */
  static async loadOnce(build: Build, engine: keyof typeof openers, options: object, count: number) {
    const caller = await StoreCaller.start(build, engine, options);
    await caller.#ask({ call: 'load', count });
    await caller.stop();
  }

  /** Calls one method for some time. */
  callFor(call: (typeof calls)[number], milliseconds: number): Promise<Called> {
    return this.#ask({ call, milliseconds });
  }

  async stop(): Promise<void> {
    await endChild(this.#child, 'SIGTERM');
  }

  async #ask(message: object): Promise<Called> {
    const answered = once(this.#child, 'message');
    this.#child.send(message);
    const [called] = await answered;
    return called;
  }
}

/** Compares stores without HTTP: calls per second of 64 callers, and CPU time per call. */
export async function compareStores(comparison: Comparison): Promise<readonly Table[]> {
  return [
    await compareOn('PostgreSQL', 'postgres', comparison, async () => {
      const server = await startPostgres();
      return { url: server.url, stop: () => server.stop() };
    }),
    await compareOn('Redis', 'redis', comparison, async () => {
      const server = await startRedis();
      return { url: server.url, stop: () => server.stop() };
    }),
  ];
}

async function compareOn(
  name: string,
  engine: 'postgres' | 'redis',
  { builds, rounds, short }: Comparison,
  startEngine: () => Promise<{ readonly url: string; stop(): Promise<void> }>,
): Promise<Table> {
  const engines: Awaited<ReturnType<typeof startEngine>>[] = [];
  const callers: StoreCaller[] = [];
  const seen = builds.map(() => calls.map(() => ({ rate: [] as number[], cpu: [] as number[] })));
  try {
    for (const build of builds) {
      const { url } = engines[engines.push(await startEngine()) - 1] as { url: string };
      callers.push(await StoreCaller.start(build, engine, { url }));
    }
    for (let round = -1; round < rounds; round++) {
      for (const [index, call] of calls.entries()) {
        for (const position of inTurn([...callers.keys()], Math.max(round, 0))) {
          const called = await callers[position]?.callFor(call, short ? 200 : 1000);
          if (!called || round < 0) continue;
          seen[position]?.[index]?.rate.push(called.calls / called.seconds);
          seen[position]?.[index]?.cpu.push(called.cpu / called.calls);
        }
      }
    }
  } finally {
    await Promise.all(callers.map((caller) => caller.stop()));
    await Promise.all(engines.map(({ stop }) => stop()));
  }
  return {
    title: `${name} without HTTP, 64 callers`,
    head: ['build', ...calls.flatMap((call) => [`${call}/s`, 'times the first', 'µs of CPU each'])],
    rows: builds.map((build, position) => [
      build.name,
      ...calls.flatMap((_, index) => {
        const { rate = [], cpu = [] } = seen[position]?.[index] ?? {};
        return [
          median(rate).toFixed(0),
          ratioText(rate, seen[0]?.[index]?.rate ?? []),
          median(cpu).toFixed(1),
        ];
      }),
    ]),
  };
}
