import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { occupyPort } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-admin-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function statusOf(options: RequestOptions): Promise<number | undefined> {
  const asked = request(options).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

/** Starts the service with `--admin`, and returns where that listens. */
async function serveWithAdmin(admin: string, ...args: readonly string[]) {
  const served = await serveHere(['--admin', admin, ...args]);
  return { ...served, admin: JSON.parse(served.stdout.text).admin as string };
}

describe('--admin', () => {
  test('a port of this machine has the probes, and nothing else', async () => {
    const { admin, url, stop } = await serveWithAdmin('0');
    expect(admin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(admin).not.toBe(url);
    expect(await (await fetch(`${admin}/-/livez`)).json()).toEqual({ status: 'live' });
    expect(await (await fetch(`${admin}/-/readyz`)).json()).toEqual({ status: 'ready' });
    for (const path of ['/', '/a', '/-/', '/-/map', '/-/records']) {
      expect((await fetch(admin + path)).status, path).toBe(404);
    }
    expect((await fetch(`${admin}/a`, { method: 'DELETE' })).status).toBe(404);
    // Load balancers ask where they send requests.
    expect((await fetch(`${url}/-/readyz`)).status).toBe(200);
    expect(await stop()).toBe(0);
    await expect(fetch(`${admin}/-/livez`)).rejects.toThrow('fetch failed');
  });

  test('a Unix socket has the probes, and is removed at the end', async () => {
    const path = join(folder, 'admin.sock');
    const { admin, stop } = await serveWithAdmin(path);
    expect(admin).toBe(path);
    expect(await statusOf({ socketPath: path, path: '/-/readyz' })).toBe(200);
    expect(await stop()).toBe(0);
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  test('the paths are below --base-path, as on the other listener', async () => {
    const { admin, stop } = await serveWithAdmin('0', '--base-path', '/places');
    expect(admin).toMatch(/\/places$/);
    expect((await fetch(`${admin}/-/livez`)).status).toBe(200);
    await stop();
  });

  test('a web page that gives its own name the address of this machine reads nothing', async () => {
    const { admin, stop } = await serveWithAdmin('0');
    const { hostname, port } = new URL(admin);
    const ask = (headers: Record<string, string>) => statusOf({ hostname, port, path: '/-/livez', headers });
    expect(await ask({ Host: 'rebound.example' })).toBe(421);
    expect(await ask({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await ask({})).toBe(200);
    await stop();
  });

  test('an address with a port is for other machines, which may use any name', async () => {
    const { admin, stop } = await serveWithAdmin('0.0.0.0:0');
    const { port } = new URL(admin);
    expect(await statusOf({ port, path: '/-/livez', headers: { Host: 'node-7.example' } })).toBe(200);
    await stop();
  });

  test('a port in use is one line, and the store is not opened', async () => {
    const occupant = await occupyPort();
    const database = join(folder, 'a.db');
    const args = ['--admin', String(occupant.port), '--store', `sqlite:${database}`];
    const refused = runHere(['serve', '--port', '0', ...args]);
    expect(await refused.exitCode).toBe(1);
    expect(refused.stderr.text).toBe(
      `location-records: Port ${occupant.port} on 127.0.0.1 is in use; stop what listens there, or choose another with --admin (0 is any free one).\n`,
    );
    expect(() => statSync(database)).toThrow('ENOENT');
    await occupant.leave();
  });

  test.each(['nine', '70000', 'localhost:9090', '', '256.1.1.1:80'])('%j is wrong usage', async (value) => {
    const refused = runHere(['serve', '--admin', value]);
    expect(await refused.exitCode).toBe(2);
    expect(refused.stderr.text).toContain('--admin');
  });
});
