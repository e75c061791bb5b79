import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  occupyPort,
  type RawClient,
  type RunningCli,
  rawClient,
  runCli,
  SpawnedCli,
  startCli,
} from '@location-records/dev-kit';
import { childrenOf, isAlive } from '@location-records/dev-kit/engines';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { workerMark } from '../../../../src/commands/serve/workers/messages.ts';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };

let folder: string;
let file: string;
let cli: RunningCli;
let started: SpawnedCli[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-workers-'));
  file = join(folder, 'a.db');
  started = [];
});

afterEach(async () => {
  for (const command of started) await command.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Starts the command with two workers on an SQLite file. */
async function serve(...flags: string[]): Promise<void> {
  cli = await startCli(['--port', '0', '--store', `sqlite:${file}`, '--workers', '2', ...flags]);
  started.push(cli.cli);
}

function pidOf(command: SpawnedCli): number {
  const { pid } = command.process;
  if (pid === undefined) throw new Error('The command has not started.');
  return pid;
}

/** The processes of the workers. */
function workers(): number[] {
  return childrenOf(pidOf(cli.cli));
}

/** Waits until the command has replaced this many workers, and all serve. */
async function untilReplaced(count: number): Promise<void> {
  await cli.cli.until(
    () => events(cli.stderr()).filter(({ event }) => event === 'replacing').length === count,
  );
  await expect.poll(async () => new Set(await respondents()).size).toBe(2);
}

function events(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * The workers that respond on four connections, by the prefix of the requests in their log. One that is ending may close
 * a connection before it reads the request.
 */
async function respondents(): Promise<string[]> {
  const id = randomUUID();
  let responses = 0;
  for (let count = 0; count < 4; count++) {
    const client = await rawClient(cli);
    client.socket.write(`GET /${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    if ((await client.ended).includes('404 Not Found')) responses++;
  }
  const logged = () => requests().filter(({ path }) => path === `/${id}`);
  await cli.cli.until(() => logged().length === responses);
  return logged().map(workerOf);
}

function requests(): Record<string, unknown>[] {
  return events(cli.stdout()).filter(({ event }) => event === 'request');
}

function workerOf({ requestId }: Record<string, unknown>): string {
  return String(requestId).replace(/-\d+$/, '');
}

/** A request whose body the service is waiting for. */
async function beginRequest(): Promise<RawClient> {
  const client = await rawClient(cli);
  client.socket.write(
    'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await expect.poll(client.received).toContain('100 Continue');
  return client;
}

test('says once that it listens, and how many workers serve, and lets both serve', async () => {
  await serve();
  expect(workers()).toHaveLength(2);
  expect(new Set(await respondents()).size).toBe(2);
  expect(events(cli.stdout()).filter(({ event }) => event === 'listening')).toEqual([
    expect.objectContaining({ url: cli.url, workers: 2, store: expect.stringContaining(file) }),
  ]);
  expect(await cli.stop()).toBe(0);
  expect(cli.stderr()).toBe('');
});

test('says it to a person, too', async () => {
  await serve('--log', 'pretty');
  await fetch(`${cli.url}/a`, post);
  expect(await cli.stop()).toBe(0);
  expect(cli.stdout()).toMatch(/^location-records listens on http:\S+ with 2 workers\nRecords are in .*\n/);
  expect(cli.stdout()).toMatch(/ POST \/a 200 \d+\.\d ms 99 B 127\.0\.0\.1\n$/);
});

test('a record that one worker has acknowledged is seen by the other at once', async () => {
  await serve();
  const [writer, reader] = [await rawClient(cli), await rawClient(cli)];
  const exchange = async (client: RawClient, request: string, count: number) => {
    client.socket.write(request);
    await expect
      .poll(() => client.received().split('HTTP/1.1 200 OK').length - 1, { interval: 1 })
      .toBe(count);
  };
  for (let latitude = 1; latitude <= 50; latitude++) {
    const text = `{"coordinates":{"latitude":${latitude},"longitude":0}}`;
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
    await exchange(writer, `POST /a HTTP/1.1\r\n${head}${text}`, latitude);
    await exchange(reader, 'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n', latitude);
    expect(reader.received()).toContain(text);
  }
  writer.socket.destroy();
  reader.socket.destroy();
  expect(await cli.stop()).toBe(0);
  const workersOf = (method: string) =>
    new Set(
      requests()
        .filter((request) => request.method === method)
        .map(workerOf),
    );
  expect([workersOf('POST').size, workersOf('GET').size]).toEqual([1, 1]);
  expect(workersOf('POST')).not.toEqual(workersOf('GET'));
});

test('the primary writes to the file for both, and each reads by itself', async () => {
  await serve();
  expect((await fetch(`${cli.url}/a`, post)).status).toBe(200);
  const timesOpen = (pid: number) => {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    return links.filter((link) => link === file).length;
  };
  // A writer has the file open once more.
  expect(workers().map(timesOpen)).toEqual([1, 1]);
  expect(await cli.stop()).toBe(0);
});

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It has been closed since.
    return undefined;
  }
}

/** Writes record after record over eight connections until `isEnough`, or the service is gone. */
async function keepWriting(
  isEnough: (acknowledged: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  let isGone = false;
  const write = async () => {
    while (!isGone && !isEnough(acknowledged)) {
      const id = `r${next++}`;
      const response = await fetch(`${cli.url}/${id}`, post).catch(() => undefined);
      isGone = response === undefined && !isAlive(pidOf(cli.cli));
      await response?.text().catch(() => {});
      if (response?.status === 200) acknowledged.push(id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  return acknowledged;
}

test('a primary that is killed has lost no write that was acknowledged', async () => {
  await serve('--log', 'off');
  const acknowledged = await keepWriting(({ length }) => {
    if (length === 200) cli.cli.process.kill('SIGKILL');
    return false;
  });
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  const store = await openSqliteStore({ path: file, create: false });
  const there = await Promise.all(acknowledged.map(async (id) => (await store.get(id)) !== undefined));
  await store.close();
  expect(acknowledged.filter((_, index) => !there[index])).toEqual([]);
});

describe('a worker that ends', () => {
  test('is replaced on the same port, also when both end at once', async () => {
    await serve();
    const first = workers();
    process.kill(first[0] as number, 'SIGKILL');
    await untilReplaced(1);
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    await untilReplaced(3);
    expect((await fetch(`${cli.url}/a`, post)).status).toBe(200);
    expect(events(cli.stderr())[0]).toEqual({
      time: expect.any(String),
      event: 'replacing',
      pid: first[0],
      exitCode: null,
      signal: 'SIGKILL',
      afterMs: 0,
    });
    expect(await cli.stop()).toBe(0);
  });

  test('by a SIGTERM to it alone finishes its request first', async () => {
    // On a busy machine a worker may be cut off after the default.
    await serve('--log', 'json', '--grace', '60');
    const clients = [await beginRequest(), await beginRequest()];
    const [pid = 0] = workers();
    process.kill(pid, 'SIGTERM');
    await expect.poll(async () => new Set(await respondents()).size).toBe(1);
    for (const { socket } of clients) socket.write(body);
    for (const { received } of clients) await expect.poll(received).toContain('HTTP/1.1 200 OK');
    expect(clients.filter(({ received }) => received().includes('Connection: close'))).toHaveLength(1);
    await cli.cli.until(() => events(cli.stderr()).length === 1);
    expect(events(cli.stderr())).toMatchObject([{ event: 'replacing', pid, exitCode: 143, signal: null }]);
    for (const { socket } of clients) socket.destroy();
    await untilReplaced(1);
    expect(await cli.stop()).toBe(0);
  });

  test('leaves no client waiting whose connection it was to take', async () => {
    await serve();
    const [pid = 0] = workers();
    process.kill(pid, 'SIGSTOP');
    const clients = await Promise.all([1, 2, 3, 4].map(() => rawClient(cli)));
    const closed = clients.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    for (const { socket } of clients)
      socket.write('GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const served = () => clients.filter(({ received }) => received().includes('404 Not Found'));
    await expect.poll(() => served().length).toBe(3);
    process.kill(pid, 'SIGKILL');
    await Promise.all(closed);
    expect(served()).toHaveLength(3);
    expect(await cli.stop()).toBe(0);
  });

  test('loses no write that was acknowledged', async () => {
    await serve('--log', 'off');
    let isKilled = false;
    const acknowledged = await keepWriting(({ length }) => {
      if (length === 100 && !isKilled) {
        isKilled = true;
        process.kill(workers()[0] as number, 'SIGKILL');
      }
      return length >= 300;
    });
    const list = (await (await fetch(`${cli.url}/`)).json()) as [string, unknown][];
    const there = new Set(list.map(([id]) => id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    expect(cli.stderr()).toMatch(
      /^location-records: worker \d+ has ended \(SIGKILL\); another one starts at once\n$/,
    );
    expect(await cli.stop()).toBe(0);
  });

  test('and cannot serve again ends the command when none is left, with the reason', async () => {
    await serve();
    const both = workers();
    await rename(file, `${file}-gone`);
    for (const pid of both) process.kill(pid, 'SIGKILL');
    expect(await cli.cli.exited).toBe(1);
    const lines = cli.stderr().trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(
      /^location-records: 5 workers in a row have ended before they served, the last one with: Cannot open the SQLite store .*\.$/,
    );
    expect(lines.at(-2)).toContain('"error":"Cannot open the SQLite store');
    expect(existsSync(file)).toBe(false);
  });
});

describe('stopping', () => {
  test.each<[string, boolean, NodeJS.Signals]>([
    ['the primary', false, 'SIGTERM'],
    ['all processes', true, 'SIGTERM'],
    ['all processes', true, 'SIGINT'],
    ['all processes', true, 'SIGHUP'],
  ])('by a signal to %s (%j: %s) finishes the requests of all workers', async (_, isToAll, signal) => {
    await serve();
    const pids = workers();
    const clients = [await beginRequest(), await beginRequest()];
    for (const pid of isToAll ? pids : []) process.kill(pid, signal);
    const exited = cli.stop(signal);
    await cli.cli.until(() => events(cli.stdout()).some(({ event }) => event === 'stopping'));
    for (const { socket } of clients) socket.write(body);
    for (const { ended } of clients) expect(await ended).toContain('HTTP/1.1 200 OK');
    expect(await exited).toBe(0);
    expect(events(cli.stdout())).toMatchObject([
      { event: 'listening' },
      { event: 'stopping', signal, requests: 2, graceMs: 10_000 },
      { event: 'request', status: 200 },
      { event: 'request', status: 200 },
      { event: 'stopped', requestsCut: 0 },
    ]);
    expect(cli.stderr()).toBe('');
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('has an exit code of its own when requests were cut off in any worker', async () => {
    await serve('--grace', '0');
    await Promise.all([beginRequest(), beginRequest()]);
    expect(await cli.stop()).toBe(3);
    expect(events(cli.stdout()).at(-1)).toMatchObject({ event: 'stopped', requestsCut: 2 });
  });

  test('does not wait for a stuck worker', async () => {
    await serve('--grace', '0');
    const pids = workers();
    process.kill(pids[0] as number, 'SIGSTOP');
    expect(await cli.stop()).toBe(3);
    expect(events(cli.stdout()).at(-1)).toMatchObject({ event: 'stopped', requestsCut: 1 });
    expect(events(cli.stderr())).toMatchObject([
      { event: 'error', error: expect.stringContaining(`Worker ${pids[0]} had not ended in time`) },
    ]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('at once by a second signal leaves no worker behind, not even a stuck one', async () => {
    await serve();
    const pids = workers();
    process.kill(pids[0] as number, 'SIGSTOP');
    const exited = cli.stop('SIGTERM');
    await expect.poll(() => isAlive(pids[1] as number)).toBe(false);
    cli.cli.process.kill('SIGINT');
    expect(await exited).toBe(130);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  test('by a SIGKILL to the primary leaves no worker behind', async () => {
    await serve();
    const pids = workers();
    expect(await cli.stop('SIGKILL')).toBe(-9);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });
});

describe('a fault at the start is reported once, and nothing is left', () => {
  test('a port in use, before the store is created', async () => {
    const occupant = await occupyPort();
    const args = ['serve', '--port', String(occupant.port), '--store', `sqlite:${file}`, '--workers', '2'];
    const { exitCode, stdout, stderr } = await runCli(args);
    await occupant.leave();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^location-records: Port \d+ on 127\.0\.0\.1 is in use; [^\n]+\n$/);
    expect(existsSync(file)).toBe(false);
  });

  test('a store that cannot be opened', async () => {
    const store = `sqlite:${join(folder, 'absent', 'a.db')}`;
    const { exitCode, stdout, stderr } = await runCli([
      'serve',
      '--port',
      '0',
      '--store',
      store,
      '--workers',
      '2',
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^location-records: Cannot open the SQLite store [^\n]+\.\n$/);
  });
});

test('an index of area queries that cannot be built ends the start with the reason', async () => {
  const store = await openSqliteStore({ path: file });
  const records = Array.from({ length: 5000 }, (_, number) => `r${number}`);
  await Promise.all(records.map((id) => store.put(id, { coordinates: { latitude: 1, longitude: 2 } })));
  await store.close();
  const args = ['serve', '--port', '0', '--store', `sqlite:${file}`, '--areas', '--workers', '2'];
  // The index is larger than a file may be.
  const { exitCode, stdout, stderr } = await runCli(args, { wrapper: ['prlimit', '--fsize=65536'] });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(events(stderr.split('\n').slice(0, -2).join('\n'))).toMatchObject([
    { event: 'indexing', step: 'begin' },
  ]);
  expect(stderr).toMatch(/\nlocation-records: Cannot index the SQLite store [^\n]+: the disk [^\n]+\n$/);
});

test('workers are the command alone, also where another program has imported it', async () => {
  const program = join(folder, 'start.mjs');
  const command = pathToFileURL(inject('command')).href;
  await writeFile(
    program,
    `process.argv.splice(2, 0, 'serve');\nawait import(${JSON.stringify(command)});\n`,
  );
  const args = [program, '--port', '0', '--store', `sqlite:${file}`, '--workers', '2'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  try {
    const [line] = await Promise.race([once(child.stdout, 'data'), closed]);
    expect(JSON.parse(String(line))).toMatchObject({ event: 'listening', workers: 2 });
    child.kill();
    expect(await closed).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a worker is one also with --workers 1, as auto may be by now, and listens where the primary says', async () => {
  const args = ['serve', '--host', '127.0.0.2', '--store', `sqlite:${file}`, '--workers', '1'];
  const settings = { exec: inject('command'), args, execArgv: [] };
  const order = { kind: 'start', port: 0, host: '127.0.0.3', format: 'off', isTTY: false };
  const script = `
    const cluster = require('node:cluster');
    cluster.setupPrimary(${JSON.stringify(settings)});
    const worker = cluster.fork({ ${workerMark}: 'true' });
    worker.on('message', ({ kind }) => kind === 'loaded' && worker.send(${JSON.stringify(order)}));
    worker.on('listening', ({ address }) => process.stdout.write(address, () => process.exit()));
    worker.on('exit', () => process.exit(1));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  expect(stdout).toBe('127.0.0.3');
});

test('workers are refused where node:cluster has started the command', async () => {
  const args = ['serve', '--port', '0', '--store', `sqlite:${file}`, '--workers', '2'];
  const settings = { exec: inject('command'), args, execArgv: [] };
  const script = `
    const cluster = require('node:cluster');
    cluster.setupPrimary(${JSON.stringify(settings)});
    cluster.fork().on('exit', (code) => process.exit(code));
  `;
  const failure = await promisify(execFile)(process.execPath, ['-e', script]).catch((error) => error);
  expect(failure).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'location-records: --workers needs a process of its own, and node:cluster has started this one; use --workers 1.\n',
  });
  expect(existsSync(file)).toBe(false);
});

test('a signal while the workers start ends all with exit code 0', async () => {
  const command = new SpawnedCli(['serve', '--port', '0', '--store', `sqlite:${file}`, '--workers', '2']);
  started.push(command);
  const pids = await command.until(() => {
    const children = childrenOf(pidOf(command));
    return children.length === 2 && children;
  });
  expect(await command.stop()).toBe(0);
  expect(command.stdout() + command.stderr()).toBe('');
  expect(pids.filter(isAlive)).toEqual([]);
});
