import type { HttpCase, StartedService } from '@location-records/conformance';
import type { Outcomes, Start } from './host.ts';

/** The number of cases that run at once. */
const concurrency = 8;
/** How long a case may take, in milliseconds. */
const maxDuration = 60_000;

/** Runs cases against services that are started for them. Cases with the same options share one where they may. */
export async function runCases(cases: readonly HttpCase[], start: Start): Promise<Outcomes> {
  const outcomes = new Map<string, string | undefined>();
  const shared = new Map<string, Promise<StartedService>>();
  const left = cases.values();

  async function run({ id, needs, options = {}, run }: HttpCase): Promise<void> {
    const isOwn = needs.includes('empty-store') || needs.includes('faults');
    const key = JSON.stringify(options);
    const started = isOwn ? start(options) : (shared.get(key) ?? start(options));
    if (!isOwn) shared.set(key, started);
    const { service, close } = await started;
    try {
      outcomes.set(id, await outcomeOf(run(service)));
    } finally {
      if (isOwn) await close?.();
    }
  }

  async function runOneAfterAnother(): Promise<void> {
    for (const httpCase of left) await run(httpCase);
  }

  try {
    await Promise.all(Array.from({ length: concurrency }, runOneAfterAnother));
    return outcomes;
  } finally {
    // One that could not be started has nothing to close.
    await Promise.all(
      [...shared.values()].map((started) =>
        started.then(
          ({ close }) => close?.(),
          () => {},
        ),
      ),
    );
  }
}

async function outcomeOf(running: Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`Not done after ${maxDuration} ms.`), maxDuration);
  });
  try {
    return (await Promise.race([running, late])) ?? undefined;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  } finally {
    clearTimeout(timer);
  }
}
