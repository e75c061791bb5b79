import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, isAlive, startRedis } from '@location-records/workspace/engines';
import {
  describeUnless,
  lacks,
  occupyPort,
  type RawClient,
  type RunningCli,
  rawClient,
  runCli,
  SpawnedCli,
  startCli,
} from '@location-records/workspace/tests';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };

let server: Awaited<ReturnType<typeof startRedis>>;
let store: string;
let cli: RunningCli;

/** Starts the command with two workers. */
async function serve(...flags: string[]): Promise<void> {
  cli = await startCli(['--port', '0', '--store', store, '--workers', '2', ...flags]);
}

function primary(): number {
  const { pid } = cli.cli.process;
  if (pid === undefined) throw new Error('The command has not started.');
  return pid;
}

function workers(): number[] {
  return childrenOf(primary());
}

function events(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function requests(): Record<string, unknown>[] {
  return events(cli.stdout()).filter(({ event }) => event === 'request');
}

/** The workers that respond on four connections, by the prefix of the requests in their log. */
async function respondents(): Promise<Set<string>> {
  const id = randomUUID();
  for (let count = 0; count < 4; count++)
    await fetch(`${cli.url}/${id}`, { headers: { Connection: 'close' } }).then(
      ({ text }) => text,
      () => {},
    );
  const logged = () => requests().filter(({ path }) => path === `/${id}`);
  await cli.cli.until(() => logged().length > 0);
  return new Set(logged().map(({ requestId }) => String(requestId).replace(/-\d+$/, '')));
}

/** A request whose body the service is waiting for. */
async function beginRequest(): Promise<RawClient> {
  const client = await rawClient(cli);
  client.socket.write(
    'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n' +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await expect.poll(client.received).toContain('100 Continue');
  return client;
}

describeUnless(lacks({ ownServer: 'Redis' }))('serve --workers', () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    store = `redis://127.0.0.1:${server.port}?prefix=${randomUUID()}`;
  });
  afterEach(() => cli?.cli.stop('SIGKILL'));

  test('says once that it listens, lets all workers serve, and ends with 0', async () => {
    await serve();
    expect(workers()).toHaveLength(2);
    expect((await fetch(`${cli.url}/a`, post)).status).toBe(200);
    await expect.poll(async () => (await respondents()).size).toBe(2);
    expect(events(cli.stdout()).filter(({ event }) => event === 'listening')).toEqual([
      expect.objectContaining({ url: cli.url, workers: 2, store: expect.stringContaining('(Redis)') }),
    ]);
    expect(await cli.stop()).toBe(0);
    expect(cli.stderr()).toBe('');
  });

  test('a scrape of any worker has the metrics of all, and of those that have ended', async () => {
    await serve('--metrics');
    await expect.poll(async () => (await respondents()).size).toBe(2);
    const scrape = async () => {
      const response = await fetch(`${cli.url}/-/metrics`, { headers: { Connection: 'close' } });
      return response.text();
    };
    const post200 = /^http_server_request_duration_seconds_count\{http_request_method="POST",.*\} (\d+)$/m;
    const posts = async () => Number(post200.exec(await scrape())?.[1]);
    for (let count = 0; count < 4; count++) {
      await fetch(`${cli.url}/a`, { ...post, headers: { ...post.headers, Connection: 'close' } });
    }
    // A request is counted when its connection has the whole response.
    await expect.poll(posts).toBe(4);
    expect([await posts(), await posts()]).toEqual([4, 4]);
    expect(await scrape()).toMatch(/^location_records_build_info\{version="[^"]+"\} 1$/m);
    process.kill(workers()[0] ?? 0, 'SIGKILL');
    await cli.cli.until(() => events(cli.stderr()).length === 1);
    expect([await posts(), await posts()]).toEqual([4, 4]);
  });

  test('a worker that is killed is replaced on the same port, even if all are killed at once', async () => {
    await serve();
    const [first = 0] = workers();
    process.kill(first, 'SIGKILL');
    const replaced = (count: number) => cli.cli.until(() => events(cli.stderr()).length === count);
    await replaced(1);
    await expect.poll(async () => (await respondents()).size).toBe(2);
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    await replaced(3);
    await expect
      .poll(() =>
        fetch(`${cli.url}/a`, post).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(events(cli.stderr())[0]).toMatchObject({
      event: 'replacing',
      pid: first,
      exitCode: null,
      signal: 'SIGKILL',
      afterMs: 0,
    });
    expect(await cli.stop()).toBe(0);
  });

  test('a worker that gets a SIGTERM finishes its request, and is replaced', async () => {
    await serve('--grace', '60');
    const clients = [await beginRequest(), await beginRequest()];
    const [pid = 0] = workers();
    process.kill(pid, 'SIGTERM');
    for (const { socket } of clients) socket.write(body);
    for (const { ended } of clients) expect(await ended).toContain('HTTP/1.1 200 OK');
    await cli.cli.until(() => events(cli.stderr()).length === 1);
    expect(events(cli.stderr())).toMatchObject([{ event: 'replacing', pid, exitCode: 0, signal: null }]);
    await expect.poll(async () => (await respondents()).size).toBe(2);
    expect(await cli.stop()).toBe(0);
  });

  test('workers that cannot serve any more end the command with the reason', async () => {
    const own = await startRedis();
    store = `redis://127.0.0.1:${own.port}`;
    await serve();
    await own.stop();
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    expect(await cli.cli.exited).toBe(1);
    expect(cli.stderr()).toMatch(/\nlocation-records: Cannot open the Redis store [^\n]*\n$/);
  });

  test.each<[string, boolean, NodeJS.Signals]>([
    ['the primary', false, 'SIGTERM'],
    ['all processes', true, 'SIGTERM'],
    ['all processes', true, 'SIGINT'],
    ['all processes', true, 'SIGHUP'],
  ])('a signal to %s (%j: %s) finishes the requests of all workers', async (_, isToAll, signal) => {
    await serve('--grace', '60');
    const pids = workers();
    const clients = [await beginRequest(), await beginRequest()];
    for (const pid of isToAll ? pids : []) process.kill(pid, signal);
    const exited = cli.stop(signal);
    await cli.cli.until(() => events(cli.stdout()).some(({ event }) => event === 'stopping'));
    for (const { socket } of clients) socket.write(body);
    for (const { ended } of clients) expect(await ended).toContain('HTTP/1.1 200 OK');
    expect(await exited).toBe(0);
    expect(events(cli.stdout()).filter(({ event }) => event !== 'request')).toMatchObject([
      { event: 'listening' },
      { event: 'stopping', signal, graceMs: 60_000 },
      { event: 'stopped', requestsCut: 0 },
    ]);
    expect(requests()).toHaveLength(2);
    expect(cli.stderr()).toBe('');
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('SIGHUP revokes a token in all workers, and in one that starts later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-worker-tokens-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'tokens');
    const line = (token: string) => `${token}:read:${createHash('sha256').update(token).digest('hex')}\n`;
    await writeFile(file, line('old') + line('kept'), { mode: 0o600 });
    await serve('--token-file', file);
    const [first = 0, second = 0] = workers();
    // Each connection is of one worker, and a few of both.
    const statuses = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
      const all = await Promise.all(
        Array.from({ length: 8 }, async () => (await fetch(`${cli.url}/-/`, { headers })).status),
      );
      return new Set(all);
    };
    expect(await statuses('old')).toEqual(new Set([200]));

    await writeFile(file, line('kept') + line('new'));
    process.kill(primary(), 'SIGHUP');
    const reread = () => events(cli.stderr()).filter(({ event }) => event === 'reread');
    await cli.cli.until(() => reread().length === 2);
    expect(await statuses('old')).toEqual(new Set([401]));
    expect(await statuses('kept')).toEqual(new Set([200]));
    expect(await statuses('new')).toEqual(new Set([200]));
    expect(workers().sort()).toEqual([first, second].sort());

    process.kill(first, 'SIGKILL');
    await expect.poll(() => workers().filter((pid) => pid !== first && isAlive(pid))).toHaveLength(2);
    expect(await statuses('old')).not.toContain(200);

    await writeFile(file, 'new');
    process.kill(primary(), 'SIGHUP');
    await cli.cli.until(() => cli.stderr().includes(`${file}, line 1 is not `));
    expect(await statuses('new')).toEqual(new Set([200]));
    expect(await cli.stop()).toBe(0);
  });

  test('the exit code is 3 if requests were cut off in any worker', async () => {
    await serve('--grace', '0');
    await Promise.all([beginRequest(), beginRequest()]);
    expect(await cli.stop()).toBe(3);
    expect(events(cli.stdout()).at(-1)).toMatchObject({ event: 'stopped', requestsCut: 2 });
  });

  test('a worker that is stuck is killed after the grace', async () => {
    await serve('--grace', '0');
    const pids = workers();
    process.kill(pids[0] as number, 'SIGSTOP');
    expect(await cli.stop()).toBe(3);
    expect(events(cli.stderr())).toMatchObject([
      { event: 'error', error: expect.stringContaining(`Worker ${pids[0]} did not end in time`) },
    ]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('a second signal, or a SIGKILL to the primary, leaves no worker behind', async () => {
    await serve();
    const pids = workers();
    process.kill(pids[0] as number, 'SIGSTOP');
    const exited = cli.stop('SIGTERM');
    await expect.poll(() => isAlive(pids[1] as number)).toBe(false);
    cli.cli.process.kill('SIGINT');
    expect(await exited).toBe(130);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    await serve();
    const others = workers();
    expect(await cli.stop('SIGKILL')).toBe(-9);
    await expect.poll(() => others.filter(isAlive)).toEqual([]);
  });

  test('workers share a Unix socket, which is removed at the end, and the place of --admin', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-workers-'));
    const path = join(folder, 'a.sock');
    const args = ['serve', '--store', store, '--workers', '2', '--socket', path, '--admin', '0'];
    const shared = new SpawnedCli(args);
    await shared.until(() => shared.stdout().includes('listening'));
    const [listening] = events(shared.stdout());
    expect(listening).toMatchObject({ socket: path, workers: 2 });
    expect((await fetch(`${listening?.admin}/-/readyz`)).status).toBe(200);
    const client = connect(path);
    client.write('GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /);
    expect(await shared.stop()).toBe(0);
    expect(existsSync(path)).toBe(false);
    await rm(folder, { recursive: true });
  });

  test('a port in use ends the start with one line', async () => {
    const occupant = await occupyPort();
    const args = ['serve', '--port', String(occupant.port), '--store', store, '--workers', '2'];
    const { exitCode, stdout, stderr } = await runCli(args);
    await occupant.leave();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^location-records: Port \d+ on 127\.0\.0\.1 is in use; [^\n]+\n$/);
  });
});

describe('serve --workers on one process of a store', () => {
  test.each(['sqlite:a.db', 'memory:'])('%s is refused with what to do instead', async (url) => {
    const { exitCode, stderr } = await runCli(['serve', '--workers', '2', '--store', url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('for --workers use PostgreSQL or Redis, or leave --workers out.');
  });
});
