import {
  freePort,
  type PostgresServer,
  startPostgres,
  startRedis,
} from '@location-records/workspace/engines';
import { describeUnless, lacks, runCli, startCli } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const timeout = 60_000;
const record = '{"coordinates":{"latitude":1,"longitude":2}}';

async function serve(store: string, ...flags: string[]) {
  const cli = await startCli(['--port', '0', ...flags], { env: { STORE_URL: store } });
  onTestFinished(async () => void (await cli.stop()));
  return cli;
}

function post(url: string, id: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${url}/${id}`, { method: 'POST', headers, body: record });
}

/** Writes through one worker after the other, and finds each record by an area query of the next one. */
async function exchangeBetweenWorkers(store: string): Promise<void> {
  const cli = await serve(store, '--workers', '2', '--areas');
  const latitudes = [1, 2, 3, 4];
  for (const latitude of latitudes) {
    const headers = { 'Content-Type': 'application/json', Connection: 'close' };
    const body = JSON.stringify({ coordinates: { latitude, longitude: 0 } });
    expect((await fetch(`${cli.url}/r${latitude}`, { method: 'POST', headers, body })).status).toBe(200);
    const box = `${cli.url}/-/records?bbox=-1,${latitude},1,${latitude}&f=json-object`;
    const found = await fetch(box, { headers: { Connection: 'close' } });
    expect(Object.keys((await found.json()) as object)).toEqual([`r${latitude}`]);
  }
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toBe('');
  const prefixes = [...cli.stdout().matchAll(/"requestId":"([\da-f]+)-/g)].map(([, prefix]) => prefix);
  expect(prefixes).toHaveLength(2 * latitudes.length);
  expect(new Set(prefixes).size).toBe(2);
  await findWithoutFlag(store);
}

/** Area queries are on where their index exists, unless they are switched off. */
async function findWithoutFlag(store: string): Promise<void> {
  for (const [flags, status] of [
    [[], 200],
    [['--no-areas'], 404],
  ] as const) {
    const cli = await serve(store, ...flags);
    expect((await fetch(`${cli.url}/-/records`)).status).toBe(status);
    expect(cli.stdout().includes('/-/map')).toBe(status === 200);
    expect((await fetch(`${cli.url}/-/`)).status).toBe(200);
    expect(await cli.stop()).toBe(0);
  }
}

/** What the command says when it cannot start on a store. */
async function refusal(store: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(['serve', '--port', '0', '--store', store]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^location-records: [^\n]+\.\n$/);
  return stderr;
}

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('on PostgreSQL', { timeout }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
  }, timeout);
  afterAll(() => server.stop());

  it('serves, with parameters of the URL, and shows no password', async () => {
    const cli = await serve(`${server.url}?schema=places&table=records&maxConnections=2`);
    expect((await post(cli.url, 'a')).status).toBe(200);
    expect(await (await fetch(`${cli.url}/a`)).text()).toBe(record);
    expect(cli.stdout()).toContain(
      `in 127.0.0.1:${server.port}/postgres, table places.records (PostgreSQL)"`,
    );
    expect(await cli.stop()).toBe(0);
    const again = await serve(`${server.url}?schema=places&table=records`);
    expect(await (await fetch(again.url)).text()).toBe(`[["a",${record}]]`);
    for (const { stdout, stderr } of [cli, again]) expect(stdout() + stderr()).not.toContain('secret');
  });

  it('serves with two workers, which see the writes of each other', () =>
    exchangeBetweenWorkers(`${server.url}?table=shared`));

  it('serves again by itself when the server is back', async () => {
    const own = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => own.stop());
    const cli = await serve(own.url);
    expect((await post(cli.url, 'a')).status).toBe(200);
    await own.kill();
    const failed = await fetch(`${cli.url}/a`);
    expect(failed.status).toBe(500);
    expect(await failed.text()).toBe('{"error_message":"Internal server error"}');
    await own.start();
    expect(await (await fetch(`${cli.url}/a`)).text()).toBe(record);
    await cli.cli.until(() => /"error":"[^"]*PostgreSQL/.test(cli.stderr()));
    expect(cli.stderr()).not.toContain('secret');
  });

  it('says in one line that the password is wrong, without it', async () => {
    const said = await refusal(`postgres://postgres:wrong-one@127.0.0.1:${server.port}/postgres`);
    expect(said).toContain(`127.0.0.1:${server.port}`);
    expect(said).not.toContain('wrong-one');
  });

  it('says in one line that there is no such database', async () => {
    expect(await refusal(server.url.replace(/postgres$/, 'nowhere'))).toContain('nowhere');
  });
});

describeUnless(lacks({ ownServer: 'Redis' }))('on Redis', { timeout }, () => {
  it('serves, with parameters of the URL, and shows no password', async () => {
    const server = await startRedis({ settings: { requirepass: 'secret' } });
    onTestFinished(() => server.stop());
    const cli = await serve(`redis://:secret@127.0.0.1:${server.port}?prefix=places`);
    expect((await post(cli.url, 'a')).status).toBe(200);
    expect(await (await fetch(cli.url)).text()).toBe(`[["a",${record}]]`);
    expect(cli.stdout()).toContain(`in 127.0.0.1:${server.port}, prefix places (Redis)"`);
    expect(cli.stdout() + cli.stderr()).not.toContain('secret');
  });

  it('serves with two workers, which see the writes of each other', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    await exchangeBetweenWorkers(`redis://127.0.0.1:${server.port}`);
  });

  it('serves again by itself when the server is back', async () => {
    const own = await startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } });
    onTestFinished(() => own.stop());
    const cli = await serve(own.url);
    expect((await post(cli.url, 'a')).status).toBe(200);
    await own.kill();
    expect((await fetch(`${cli.url}/a`)).status).toBe(500);
    await own.start();
    expect(await (await fetch(`${cli.url}/a`)).text()).toBe(record);
    await cli.cli.until(() => /"error":"[^"]*Redis/.test(cli.stderr()));
  });

  it('says in one line that the password is wrong, without it', async () => {
    const server = await startRedis({ settings: { requirepass: 'secret' } });
    onTestFinished(() => server.stop());
    const said = await refusal(`redis://:wrong-one@127.0.0.1:${server.port}`);
    expect(said).toContain(`127.0.0.1:${server.port}`);
    expect(said).not.toContain('wrong-one');
  });
});

describe('a server that cannot be reached', { timeout }, () => {
  it.each(['postgres://app:secret@127.0.0.1:PORT/app', 'redis://app:secret@127.0.0.1:PORT'])(
    '%s ends the command with one line that names it',
    async (url) => {
      const port = String(await freePort());
      const said = await refusal(url.replace('PORT', port));
      expect(said).toContain(`127.0.0.1:${port}`);
      expect(said).not.toContain('secret');
    },
  );
});
