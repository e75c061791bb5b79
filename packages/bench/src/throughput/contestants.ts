import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection, requestBytes } from '../shared/connection.ts';
import { ServerProcess } from '../shared/server-process.ts';
import type { DriverName } from './drivers.ts';
import { concurrency, locations, type Task, type Work, workFor } from './work.ts';

/** One way to read and write records of an engine. */
export interface Contestant {
  work(task: Task, durationMs: number): Promise<Work>;
  /** Resolves to whether it ended well. */
  stop(): Promise<boolean>;
}

/** The client of an engine alone, in a process of its own. */
export async function startBareLoop(driver: DriverName, url: string): Promise<Contestant> {
  const child = fork(fileURLToPath(new URL('./bare-loop.ts', import.meta.url)), [driver, url]);
  const ended = once(child, 'exit').then(([code]) => code === 0);
  const nextMessage = async () => {
    const failed = ended.then(() => Promise.reject(new Error('The bare loop ended.')));
    return (await Promise.race([once(child, 'message'), failed]))[0];
  };
  await nextMessage();
  return {
    async work(task, durationMs) {
      child.send({ task, durationMs });
      return nextMessage();
    },
    stop() {
      child.disconnect();
      return ended;
    },
  };
}

/** The command on the engine, in a process of its own, with this process as its client over HTTP. */
export async function startService(url: string): Promise<Contestant> {
  const server = await ServerProcess.startCli(url);
  const connections = await Connection.openMany(server.port, concurrency);
  const bodies = locations.map((location) => JSON.stringify(location));
  return {
    async work(task, durationMs) {
      const before = await server.usage();
      const work = await workFor(durationMs, async (id, client, turn) => {
        const request = task === 'GET' ? requestBytes('GET', id) : requestBytes('POST', id, bodies[turn]);
        const { status, body: received } = await (connections[client] as Connection).send(request);
        if (status !== 200) throw new Error(`The response to ${task} ${id} was ${status} ${received}`);
      });
      const after = await server.usage();
      return { ...work, cpu: (after.user + after.system - before.user - before.system) / 1e6 };
    },
    async stop() {
      for (const connection of connections) connection.close();
      return (await server.stop()) === 0;
    },
  };
}
