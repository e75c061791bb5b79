import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAreaStore } from '@location-records/core/areas';
import {
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedis,
} from '@location-records/workspace/engines';
import {
  contentOf,
  describeUnless,
  lacks,
  makeRecord,
  makeRecords,
  oddIds,
} from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, parseStoreUrl } from '../../../src/store-urls/store-urls.ts';
import { runHere } from '../../run-here.ts';

const records = new Map([
  ...makeRecords(3000),
  ...oddIds.map((id) => [id, makeRecord(id.length)[1]] as const),
]);
const limit = 120_000;

describeUnless(lacks({ ownServer: 'PostgreSQL' }) ?? lacks({ ownServer: 'Redis' }))('between engines', () => {
  let folder: string;
  let postgres: PostgresServer;
  let redis: RedisServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'location-records-copy-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  }, limit);
  afterAll(async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(folder, { recursive: true, force: true });
  }, limit);

  const urlOf = (name: string) => `sqlite:${join(folder, name)}`;

  async function read(url: string) {
    const store = await openStore(parseStoreUrl(url), { create: false });
    const content = await contentOf(store);
    await store.close();
    return content;
  }

  async function fill(url: string, content: typeof records): Promise<void> {
    const store = await openStore(parseStoreUrl(url));
    await Promise.all([...content].map((record) => store.put(...record)));
    await store.close();
  }

  async function copy(...args: string[]) {
    const run = runHere(['copy', ...args]);
    const exitCode = await run.exitCode;
    return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
  }

  test(
    'every record comes through all of them as it was, and is not copied twice',
    async () => {
      await fill(urlOf('a.db'), records);
      const way = [urlOf('a.db'), postgres.url, redis.url, urlOf('b.db')] as const;
      for (const [index, target] of way.slice(1).entries()) {
        const source = way[index] as string;
        for (const [copied, present] of [
          [records.size, 0],
          [0, records.size],
        ]) {
          const { exitCode, stdout, stderr } = await copy(source, target, '--json');
          expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
          expect(JSON.parse(stdout)).toMatchObject({
            copied: { created: copied, replaced: 0, present },
            verification: { agrees: true },
          });
          expect(stdout).not.toContain('secret');
        }
      }
      expect(await read(urlOf('b.db'))).toEqual(await read(urlOf('a.db')));
    },
    limit,
  );

  test(
    'records get the index of area queries under a new prefix of Redis that the URL asks for it',
    async () => {
      const source = `${redis.url}?prefix=plain`;
      const target = `${redis.url}?prefix=placed&areas=true`;
      await fill(source, new Map([makeRecord(1)]));
      expect(await copy(source, target)).toMatchObject({ exitCode: 0, stderr: '' });
      const store = await openStore(parseStoreUrl(target));
      const [id, location] = makeRecord(1);
      const { latitude, longitude } = location.coordinates;
      const box = { west: longitude, south: latitude, east: longitude, north: latitude };
      expect(isAreaStore(store) && (await store.within(box, { limit: 2 })).records).toEqual([[id, location]]);
      await store.close();
      const refused = await copy(target, `${source}&areas=true`);
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toContain('copy them to a new prefix with "location-records copy"');
    },
    limit,
  );

  test(
    'a new prefix of Redis is not used when it is only read',
    async () => {
      const target = parseStoreUrl(`${redis.url}?prefix=read`);
      for (const areas of [true, false]) {
        await expect(openStore(target, { create: false, areas })).rejects.toMatchObject({
          code: 'STORE_UNSUITABLE',
        });
      }
      expect(await redis.command('exists', 'read:format')).toBe('0');
    },
    limit,
  );

  test(
    'a source that has no table is not made one',
    async () => {
      const missing = `${postgres.url}?table=missing`;
      const first = await copy(missing, urlOf('c.db'));
      expect(first).toMatchObject({ exitCode: 1, stdout: '' });
      expect(first.stderr).toMatch(
        /there is no table "public.missing"; correct the database, the schema or the table in the URL\.\n$/,
      );
      expect(first.stderr).not.toContain('migratePostgres');
      expect(await copy(missing, urlOf('c.db'))).toEqual(first);
      await expect(read(urlOf('c.db'))).rejects.toThrow('the file does not exist');
    },
    limit,
  );

  test(
    'a target that is killed and started again in the middle gets every record',
    async () => {
      const target = `${postgres.url}?table=restarted`;
      await fill(urlOf('many.db'), new Map(makeRecords(20_000)));
      await fill(target, new Map());
      const run = runHere(['copy', urlOf('many.db'), target]);
      await expect.poll(async () => (await read(target)).size, { timeout: limit }).toBeGreaterThan(0);
      await postgres.kill();
      await postgres.start();
      expect(await run.exitCode).toBe(0);
      expect(run.stderr.text).toMatch(/^location-records: .*; retrying for about a minute\.\n/);
      expect(run.stdout.text).toContain('the target holds the 20,000 records that were read');
    },
    limit,
  );
});
