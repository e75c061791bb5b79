import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import {
  startNginx,
  startPgBouncer,
  startPostgres,
  startProxy,
  startRedis,
  startRedisCluster,
} from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it, onTestFinished } from 'vitest';

const timeout = 60_000;

/** Whether a server listens on a port of the loopback address. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('PostgreSQL', { timeout }, () => {
  it('is started, killed, started again and removed', async () => {
    const server = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => server.stop());
    expect(await listens(server.port)).toBe(true);
    await server.kill();
    expect(await listens(server.port)).toBe(false);
    await server.start();
    expect(await listens(server.port)).toBe(true);
    await server.stop();
    expect(await listens(server.port)).toBe(false);
  });
});

describeUnless(lacks({ ownServer: 'PgBouncer' }))('PgBouncer', { timeout }, () => {
  it('is started before a server, and ended', async () => {
    const server = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => server.stop());
    const pooler = await startPgBouncer(server);
    expect(await listens(pooler.port)).toBe(true);
    await pooler.stop();
    expect(await listens(pooler.port)).toBe(false);
  });
});

describeUnless(lacks({ program: 'nginx' }))('nginx', { timeout }, () => {
  it('is started before a server, and ended', async () => {
    const nginx = await startNginx('http://127.0.0.1:1');
    onTestFinished(() => nginx.stop());
    expect((await fetch(nginx.url)).status).toBe(502);
    await nginx.stop();
    expect(await listens(nginx.port)).toBe(false);
  });
});

describeUnless(lacks({ ownServer: 'Redis' }))('Redis', { timeout }, () => {
  it('is started, killed, started again and removed', async () => {
    const server = await startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } });
    onTestFinished(() => server.stop());
    await server.command('set', 'a', '1');
    await server.kill();
    expect(await listens(server.port)).toBe(false);
    await server.start();
    expect(await server.command('get', 'a')).toBe('1');
    await server.stop();
    expect(existsSync(server.folder)).toBe(false);
  });

  it('makes a cluster of three masters with a replica each', async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.stop());
    const [killed, ...others] = await cluster.masters();
    expect(others).toHaveLength(2);
    await killed?.kill();
    const mastersNow = async () => (await cluster.masters()).filter((node) => node !== killed).length;
    await expect.poll(mastersNow, { timeout }).toBe(3);
    await killed?.start();
    await cluster.settled();
  });
});

describe('a proxy', () => {
  it('passes, hangs, refuses and recovers', async () => {
    const { server: echo, port } = await startEcho();
    const proxy = await startProxy(port);
    onTestFinished(async () => {
      await proxy.stop();
      echo.close();
    });
    expect(await replyOf(proxy.port)).toBe('echo');
    proxy.refuse();
    expect(await replyOf(proxy.port)).toBe('');
    proxy.hang();
    const socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    proxy.recover();
    expect(await replyOf(proxy.port)).toBe('echo');
  });
});

async function startEcho() {
  const server = createServer((socket) => socket.pipe(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** The text that comes back for `echo`, until the other side ends. */
function replyOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.on('data', (data) => {
      reply += data;
      socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply));
    socket.write('echo');
  });
}
