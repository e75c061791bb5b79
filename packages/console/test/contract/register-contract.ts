import type { AreaStore } from '@location-records/core/areas';
import { afterAll, describe, it } from 'vitest';
import { consoleContract } from './console-contract.ts';
import { type Host, serveConsole } from './serve-console.ts';

/** Registers the contract for a console over new and empty stores. */
export function registerContract(name: string, open: () => Promise<AreaStore>, host?: Host): void {
  describe(`a console ${name}`, () => {
    let shared: ReturnType<typeof serve> | undefined;
    const serve = async () => serveConsole(await open(), host);

    for (const { id, clause, title, isAlone, run } of consoleContract) {
      it(`${title} (${clause}, ${id})`, async () => {
        shared ??= serve();
        const { service, close } = await (isAlone ? serve() : shared);
        try {
          await run(service);
        } finally {
          if (isAlone) await close();
        }
      });
    }

    afterAll(async () => (await shared)?.close());
  });
}
