// Runs the HTTP contract through every host. See the README.
import { type HttpCase, httpContract } from '@location-records/conformance';
import { buildPackages, fetchRuntimes, itemsNamed, readFlags } from '@location-records/workspace/campaigns';
import { type Host, hosts } from './hosts.ts';
import type { Start } from './start.ts';

// Without this, Express prints every error that it is given.
process.env.NODE_ENV = 'test';
const { values } = readFlags({ options: { only: { type: 'string' } } });
/** Cases mostly wait: for a server to close a connection, or for a timeout. */
const casesAtOnce = 16;
/** How long a case may take, in milliseconds. */
const maxDuration = 60_000;

buildPackages();
fetchRuntimes();
let passed = 0;
let failed = 0;
for (const host of itemsNamed(values.only, hosts())) {
  const cases = casesOf(host);
  const failures = await runCases(cases, host.start);
  passed += cases.length - failures.length;
  failed += failures.length;
  process.stdout.write(`${host.name}: ${cases.length - failures.length} of ${cases.length} cases pass\n`);
  for (const failure of failures) process.stdout.write(`  ${failure}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
// A server that a host has left open must not keep this process.
process.exit(failed > 0 ? 1 : 0);

/** The cases for a host. */
function casesOf({ name, lacks, except = [] }: Host): readonly HttpCase[] {
  const missing = new Set<string>(lacks);
  const offered = httpContract.filter(({ needs }) => !needs.some((need) => missing.has(need)));
  const patterns = except.map((text) => new RegExp(`^${text.replaceAll('*', '.*')}$`));
  const idle = patterns.find((pattern) => !httpContract.some(({ id }) => pattern.test(id)));
  if (idle) throw new Error(`${name}: no case is called ${idle.source}.`);
  return offered.filter(({ id }) => !patterns.some((pattern) => pattern.test(id)));
}

/** Runs cases, and resolves to the failures. Cases with the same options share a service if they may. */
async function runCases(cases: readonly HttpCase[], start: Start): Promise<readonly string[]> {
  const failures: string[] = [];
  const shared = new Map<string, ReturnType<Start>>();
  const left = cases.values();

  async function run({ id, needs, options = {}, run: act }: HttpCase): Promise<void> {
    const isOwn = needs.includes('empty-store') || needs.includes('faults');
    const key = JSON.stringify(options);
    const starting = isOwn ? start(options) : (shared.get(key) ?? start(options));
    if (!isOwn) shared.set(key, starting);
    const { service, close } = await starting;
    try {
      await inTime(act(service));
    } catch (error) {
      failures.push(`${id}: ${error instanceof Error ? error.message || error.name : error}`);
    } finally {
      if (isOwn) await close?.();
    }
  }

  await Promise.all(
    Array.from({ length: casesAtOnce }, async () => {
      for (const one of left) await run(one);
    }),
  );
  for (const started of shared.values()) await (await started).close?.();
  return failures.sort();
}

async function inTime(running: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${maxDuration} ms.`)), maxDuration);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
