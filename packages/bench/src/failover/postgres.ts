import { startPostgres } from '@location-records/dev-kit/engines';
import type { FailingEngine } from './failing-engine.ts';

/** A PostgreSQL server with the settings that it comes with, which is killed as a whole and started again. */
export async function startFailingPostgres(): Promise<FailingEngine> {
  const server = await startPostgres();
  return {
    name: 'PostgreSQL',
    url: server.url,
    promises: true,
    kill: () => server.kill(),
    recover: () => server.start(),
    mend: async () => {},
    stop: () => server.stop(),
  };
}
