import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedis,
} from '@location-records/workspace/engines';
import { describeUnless, lacks, makeRecords, startCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore, parseStoreUrl } from '../../../src/store-urls/store-urls.ts';
import { runHere } from '../../run-here.ts';

const run = promisify(execFile);

describeUnless(lacks({ ownServer: 'PostgreSQL' }) ?? lacks({ ownServer: 'Redis' }))('between servers', () => {
  let folder: string;
  let postgres: PostgresServer;
  let redis: RedisServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'location-records-check-store-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const reader = ['~location-records*', '+@read', '+@connection', '+info'];
    await redis.command('acl', 'setuser', 'reader', 'on', '>x', ...reader);
    await sql(postgres.url, "CREATE ROLE reader LOGIN PASSWORD 'x'");
  });
  afterAll(async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const sql = (url: string, text: string) => run('psql', ['-v', 'ON_ERROR_STOP=1', '-c', text, url]);

  async function fill(url: string, areas: boolean): Promise<void> {
    const store = await openStore(parseStoreUrl(url), { areas });
    await Promise.all(makeRecords(500).map((record) => store.put(...record)));
    await store.close();
  }

  async function check(url: string) {
    const { stdout, stderr, exitCode } = runHere(['check-store', url, '--json']);
    return { exitCode: await exitCode, stderr: stderr.text, report: JSON.parse(stdout.text) };
  }

  async function compare(a: string, b: string): Promise<number> {
    return runHere(['copy', '--verify-only', a, b]).exitCode;
  }

  test('what pg_dump writes and pg_restore reads is sound, and the same', async () => {
    await fill(postgres.url, true);
    await sql(postgres.url, 'CREATE DATABASE restored');
    const restored = postgres.url.replace(/postgres$/, 'restored');
    const dump = join(folder, 'locations.dump');
    await run('pg_dump', ['--format=custom', '--table=public.locations', `--file=${dump}`, postgres.url]);
    await run('pg_restore', [`--dbname=${restored}`, dump]);
    expect(await check(restored)).toMatchObject({
      exitCode: 0,
      report: { sound: true, records: 500, areas: true },
    });
    expect(await compare(postgres.url, restored)).toBe(0);
  });

  test('a server that starts with what redis-cli --rdb wrote is sound, and the same', async () => {
    const prefix = 'prefix=location-records-rdb&areas=true';
    await fill(`${redis.url}?${prefix}`, true);
    await run('redis-cli', ['-u', redis.url, '--rdb', join(folder, 'locations.rdb')]);
    const other = await startRedis({ settings: { dbfilename: 'locations.rdb' } });
    onTestFinished(() => other.stop());
    const dir = (await other.command('config', 'get', 'dir')).split('\n')[1] as string;
    await other.halt();
    await copyFile(join(folder, 'locations.rdb'), join(dir, 'locations.rdb'));
    await other.start();
    expect(await check(`${other.url}?${prefix}`)).toMatchObject({
      exitCode: 0,
      report: { sound: true, records: 500, areas: true },
    });
    expect(await compare(`${redis.url}?${prefix}`, `${other.url}?${prefix}`)).toBe(0);
  });

  test('records of Redis that other programs put wrong are named', async () => {
    const url = `${redis.url}?prefix=location-records-wrong&buckets=2&areas=true`;
    await fill(url, true);
    const json = '{"coordinates":{"latitude":1,"longitude":2}}';
    // The bucket of an identifier is its CRC-32, modulo 2; one of them is wrong.
    for (const bucket of [0, 1]) {
      await redis.command('hset', `location-records-wrong:{${bucket}}`, 'strayed', json);
    }
    const { exitCode, report } = await check(url);
    expect(exitCode).toBe(1);
    const problem = { kind: 'not-in-area-index', id: 'strayed' };
    expect(report.problems).toContainEqual(expect.objectContaining(problem));
    await redis.command('hset', 'location-records-wrong:{0}', 'unreadable', 'x');
    expect((await check(url)).report.problems).toContainEqual(
      expect.objectContaining({ kind: 'unreadable', message: expect.stringContaining('"unreadable"') }),
    );
  });

  test('a record of Redis in the bucket of others is not found by its identifier', async () => {
    const url = `${redis.url}?prefix=location-records-lost&buckets=2`;
    await fill(url, false);
    const json = '{"coordinates":{"latitude":1,"longitude":2}}';
    // The CRC-32 of "vienna" is odd.
    await redis.command('hset', 'location-records-lost:{0}', 'vienna', json);
    const { exitCode, report } = await check(url);
    expect([exitCode, report.problems]).toEqual([
      1,
      [{ kind: 'not-found', id: 'vienna', message: 'the record "vienna" is not found by its identifier' }],
    ]);
  });

  test('a record of Redis without an identifier is named', async () => {
    const url = `${redis.url}?prefix=location-records-nameless&buckets=1`;
    await fill(url, false);
    await redis.command(
      'hset',
      'location-records-nameless:{0}',
      '',
      '{"coordinates":{"latitude":1,"longitude":2}}',
    );
    const { exitCode, report } = await check(url);
    expect([exitCode, report.problems]).toEqual([1, [expect.objectContaining({ kind: 'invalid', id: '' })]]);
  });

  test('those who may only read serve, export, find, copy and check', async () => {
    await fill(`${postgres.url}?table=readable`, true);
    await sql(postgres.url, 'GRANT SELECT ON readable TO reader');
    await fill(`${redis.url}?prefix=location-records-readable&areas=true`, true);
    const reader = new URL(postgres.url);
    [reader.username, reader.password] = ['reader', 'x'];
    for (const url of [
      `${reader.href}?table=readable`,
      `${redis.url.replace('//', '//reader:x@')}?prefix=location-records-readable`,
    ]) {
      for (const args of [
        ['export', '-', '--store', url, '--format', 'ndjson'],
        ['find', url, '--bbox=0,0,10,10'],
        ['copy', url, `sqlite:${join(folder, `${new URL(url).protocol}.db`)}`],
        ['check-store', url],
      ]) {
        const { exitCode, stderr } = runHere(args);
        expect([await exitCode, stderr.text.includes('all its records are read')], args[0]).toEqual([
          0,
          false,
        ]);
      }
      const workers = ['--workers', '2'];
      const served = await startCli(['--port', '0', '--read-only', '--store', url, ...workers]);
      onTestFinished(() => served.stop().then(() => {}));
      expect((await fetch(`${served.url}/-/map`)).status).toBe(200);
      expect((await fetch(`${served.url}/a`, { method: 'DELETE' })).status).toBe(403);
      expect(await served.stop()).toBe(0);
    }
  });
});
