import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RedisServer, startPostgres, startRedisCluster } from '@location-records/workspace/engines';
import { ServerProcess } from '../server-process.ts';

/** A service on an engine that can be made to fail, again and again. */
export interface Failing {
  /** The running service, which may be another process after a failure. */
  server(): ServerProcess;
  /**
   * Makes the engine or the service fail while clients write. `pick`, from 0 to below 1, chooses the target
   * or time.
   */
  fail(pick: number): Promise<void>;
  /** Repairs everything. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** A kind of failure, after which no acknowledged write may be lost. */
export interface Failure {
  readonly name: string;
  /** Resolves to `undefined` if this machine cannot cause it. */
  start(folder: string): Promise<Failing | undefined>;
}

/** The longest time from the start of the writers to the failure, in milliseconds. */
const maxDelay = 800;

export const crashes: readonly Failure[] = [
  { name: 'the service is killed, SQLite', start: killedService },
  { name: 'the disk is full, SQLite', start: fullDisk },
  { name: 'PostgreSQL is killed', start: killedPostgres },
];

export const failovers: readonly Failure[] = [
  { name: 'a master of a Redis Cluster is killed, replicas=1', start: killedMaster },
];

async function killedService(folder: string): Promise<Failing> {
  const store = `sqlite:${join(folder, 'killed.db')}`;
  let server = await ServerProcess.startCommand(store);
  return {
    server: () => server,
    async fail(pick) {
      await setTimeout(pick * maxDelay);
      await server.kill();
    },
    async mend() {
      server = await ServerProcess.startCommand(store);
    },
    stop: () => stop(server),
  };
}

/** A small file system, nearly filled by a file that is removed later. */
async function fullDisk(folder: string): Promise<Failing | undefined> {
  const mebi = 2 ** 20;
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounting = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${32 * mebi}`,
    'location-records-bench',
    disk,
  ]);
  if (mounting.status !== 0) return undefined;
  const ballast = join(disk, 'ballast');
  const server = await ServerProcess.startCommand(`sqlite:${join(disk, 'full.db')}`, { stderr: 'ignore' });
  return {
    server: () => server,
    async fail(pick) {
      await setTimeout((pick * maxDelay) / 2);
      // Fills the disk, and leaves a part of a file.
      await writeFile(ballast, Buffer.alloc(32 * mebi)).catch(() => {});
      await setTimeout(maxDelay / 2);
    },
    mend: () => rm(ballast),
    async stop() {
      await stop(server);
      spawnSync('umount', [disk]);
    },
  };
}

async function killedPostgres(): Promise<Failing> {
  const engine = await startPostgres();
  const server = await ServerProcess.startCommand(engine.url, { stderr: 'ignore' });
  return {
    server: () => server,
    async fail(pick) {
      await setTimeout(pick * maxDelay);
      await engine.kill();
      await engine.start();
      await setTimeout(maxDelay);
    },
    mend: async () => {},
    async stop() {
      await stop(server);
      await engine.stop();
    },
  };
}

/**
 * In a cluster of three masters with a replica each. Before every second kill the master is parted from its
 * replica, so that a write that was acknowledged without a confirmation is lost.
 */
async function killedMaster(): Promise<Failing> {
  const cluster = await startRedisCluster({ settings: { 'cluster-node-timeout': '1000' } });
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const timeout = 1500;
  const store = `redis://${hosts}?replicas=1&timeout=${timeout}`;
  const server = await ServerProcess.startCommand(store, { stderr: 'ignore' });
  const all = (await cluster.masters()).length;
  let round = 0;
  let killed: RedisServer | undefined;
  return {
    server: () => server,
    async fail(pick) {
      const masters = await cluster.masters();
      killed = masters[Math.floor(pick * masters.length)] as RedisServer;
      await setTimeout(pick * maxDelay);
      if (round++ % 2 === 1) {
        await killed.command('acl', 'setuser', 'default', '-psync', '-sync');
        await killed.command('client', 'kill', 'type', 'replica');
        await setTimeout(timeout + 1000);
      }
      await killed.kill();
      // A master that is started again before a replica is promoted would have no records.
      while ((await cluster.masters()).filter((node) => node !== killed).length < all) await setTimeout(20);
      await killed.start();
      await setTimeout(maxDelay);
    },
    mend: () => cluster.settled(),
    async stop() {
      await stop(server);
      await cluster.stop();
    },
  };
}

async function stop(server: ServerProcess): Promise<void> {
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server ended with exit code ${code}.`);
}
