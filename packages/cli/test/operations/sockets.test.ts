import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless, lacks, runCli, SpawnedCli } from '@location-records/workspace/tests';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { runHere } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-sockets-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
let path: string;
beforeEach(() => {
  path = join(folder, `${count++}.sock`);
});

/** Sends a GET through a Unix socket, and resolves to the status. */
async function statusThrough(socketPath: string, target = '/a', host = 'localhost'): Promise<number> {
  const asked = request({ socketPath, path: target, headers: { host }, agent: false }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

async function serveAt(...args: string[]): Promise<SpawnedCli> {
  const cli = new SpawnedCli(['serve', '--store', 'memory:', ...args]);
  await cli.until(() => cli.stdout().includes('listening'));
  return cli;
}

describe('--socket', () => {
  test('the service listens on the socket, says so, and removes it at the end', async () => {
    const cli = await serveAt('--socket', path, '--log', 'json');
    expect(JSON.parse(cli.stdout())).toMatchObject({ event: 'listening', socket: path });
    expect(cli.stdout()).not.toContain('http');
    expect(await statusThrough(path)).toBe(404);
    // No page of the web reaches a Unix socket, so any host is that of a proxy in front.
    expect(await statusThrough(path, '/a', 'places.example.org')).toBe(404);
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(await cli.stop()).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(cli.stderr()).toBe('');
  });

  test('a terminal is told how to ask through the socket', async () => {
    const running = runHere(['serve', '--store', 'memory:', '--socket', path], { isTTY: true });
    while (!running.stdout.text.includes('Try:')) await once(running.stdout, 'kept');
    expect(running.stdout.text).toContain(`location-records listens on ${path}\n`);
    expect(running.stdout.text).toMatch(
      new RegExp(`\nTry: curl --unix-socket ${path} -i .* http://localhost/eiffel-tower\n$`),
    );
    running.signal('SIGTERM');
    expect(await running.exitCode).toBe(0);
  });

  test('the socket of a process that was killed is replaced', async () => {
    const killed = await serveAt('--socket', path);
    await killed.stop('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const cli = await serveAt('--socket', path);
    expect(await statusThrough(path)).toBe(404);
    expect(await cli.stop()).toBe(0);
  });

  test('a socket in use is an error, and stays with the process that listens', async () => {
    const occupant = createServer((connection) => connection.on('error', () => {}).end('mine')).listen(path);
    await once(occupant, 'listening');
    const refused = runHere(['serve', '--store', 'memory:', '--socket', path]);
    expect(await refused.exitCode).toBe(1);
    expect(refused.stderr.text).toBe(
      `location-records: The socket ${path} is in use; stop what listens there, or name another path with --socket.\n`,
    );
    const client = connect(path);
    expect(String((await once(client, 'data'))[0])).toBe('mine');
    occupant.close();
  });

  test('a file that is no socket is an error, and stays', async () => {
    writeFileSync(path, 'precious');
    const refused = runHere(['serve', '--store', 'memory:', '--socket', path]);
    expect(await refused.exitCode).toBe(1);
    expect(refused.stderr.text).toBe(
      `location-records: ${path} exists and is no socket; name another path with --socket.\n`,
    );
    expect(existsSync(path)).toBe(true);
  });

  test.each([
    [
      'a folder that is missing',
      () => join(folder, 'missing', 'a.sock'),
      /cannot be created \(.*\); name another/,
    ],
    ['a path that is too long', () => join(folder, 'a'.repeat(100)), /is too long for a socket/],
  ])('%s is one line', async (_, pathOf, message) => {
    const refused = runHere(['serve', '--store', 'memory:', '--socket', pathOf()]);
    expect(await refused.exitCode).toBe(1);
    expect(refused.stderr.text).toMatch(message);
    expect(refused.stderr.text.split('\n')).toHaveLength(2);
  });

  test.each([
    ['--port', '0'],
    ['--host', '127.0.0.1'],
  ])('--socket does not go with %s', async (...flag) => {
    const refused = runHere(['serve', '--socket', path, ...flag]);
    expect(await refused.exitCode).toBe(2);
    expect(refused.stderr.text).toContain('cannot be used with');
  });
});

describe('a socket of systemd', () => {
  const activate = 'systemd-socket-activate';
  const unless = lacks({ program: activate });

  itUnless(unless)('a TCP socket that systemd passes is used in place of the port', async () => {
    const spare = createServer().listen(0, '127.0.0.1');
    await once(spare, 'listening');
    const { port } = spare.address() as { port: number };
    spare.close();
    await once(spare, 'close');
    const cli = new SpawnedCli(['serve', '--store', 'memory:'], {
      wrapper: [activate, '--listen', `127.0.0.1:${port}`],
    });
    await cli.until(() => cli.stderr().includes('Listening on'));
    // The connection that starts the service waits for it.
    expect((await fetch(`http://127.0.0.1:${port}/a`)).status).toBe(404);
    expect(JSON.parse(cli.stdout().split('\n')[0] ?? '').url).toBe(`http://127.0.0.1:${port}`);
    expect(await cli.stop()).toBe(0);
  });

  itUnless(unless)('a Unix socket that systemd passes is used, and stays', async () => {
    const cli = new SpawnedCli(['serve', '--store', 'memory:'], { wrapper: [activate, '--listen', path] });
    await cli.until(() => cli.stderr().includes('Listening on'));
    expect(await statusThrough(path)).toBe(404);
    expect(JSON.parse(cli.stdout().split('\n')[0] ?? '').socket).toBe('fd:3');
    expect(await cli.stop()).toBe(0);
    expect(existsSync(path)).toBe(true);
  });

  itUnless(unless)('two sockets are an error', async () => {
    const cli = new SpawnedCli(['serve', '--store', 'memory:'], {
      wrapper: [activate, '--listen', path, '--listen', `${path}2`],
    });
    await cli.until(() => cli.stderr().includes('Listening on'));
    connect(path).on('error', () => {});
    expect(await cli.exited).toBe(1);
    expect(cli.stderr()).toContain('systemd passes 2 sockets (LISTEN_FDS); the service takes one');
  });

  test('sockets for another process are not taken', async () => {
    const { exitCode, stderr } = await runCli(['serve', '--store', 'memory:', '--host', '192.0.2.1'], {
      env: { LISTEN_PID: '1', LISTEN_FDS: '1' },
    });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('192.0.2.1 is not'),
    });
  });
});
