import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMiddleware } from '@location-records/adapters/express';
import { describeUnless, itUnless, lacks } from '@location-records/dev-kit';
import { startPostgres } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openSqliteStore } from '@location-records/stores/sqlite';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { MapServer } from './map-server.ts';
import { arch, paris, placesOfParis, tower } from './places.ts';
import { useBrowser } from './use-browser.ts';

describeUnless(lacks({ program: 'chromium' }))('the page of the map of a service', () => {
  const { serve, open } = useBrowser();

  /** Records come, are selected and change. */
  async function expectLiveMap(server: MapServer) {
    for (const [id, location] of placesOfParis) await server.store.put(id, location);
    const tab = await open(server, { hash: paris });
    await tab.drawn();
    await expect.poll(tab.status).toBe('2 records in view');
    await expect.poll(() => tab.isRecordAt(tower.coordinates)).toBe(true);
    await tab.click(tower.coordinates);
    await expect.poll(tab.selected).toBe('tower');
    await server.store.delete('arch');
    await expect.poll(tab.status).toBe('1 record in view');
    await expect.poll(() => tab.isRecordAt(arch.coordinates)).toBe(false);
  }

  it('in Express, over SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const server = await serve({
      store: await openSqliteStore({ path: join(folder, 'records.db'), areas: true }),
      makeServer: (handle) => createServer(express().use('/a/b', createMiddleware(handle))),
    });
    await expectLiveMap({ ...server, service: `${server.service}a/b/` });
  });

  itUnless(lacks({ server: 'PostgreSQL' }))('below a base path, over PostgreSQL', async () => {
    const postgres = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => postgres.stop());
    const place = { url: postgres.url, schema: `test ${randomUUID()}`, areas: true } as const;
    await migratePostgres(place);
    await expectLiveMap(
      await serve({ store: await openPostgresStore(place), basePath: '/places/of%20mine' }),
    );
  });
});
