import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection } from '../shared/connection.ts';
import { requestBytes } from '../shared/request-bytes.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { concurrency, location, type Task, type Work, workFor } from './work.ts';

/** One way to read and write records of an engine. */
export interface Contestant {
  work(task: Task, durationMs: number): Promise<Work>;
  /** Resolves to whether it ended well. */
  stop(): Promise<boolean>;
}

/** The client of an engine alone, in a process of its own. */
export async function startBareLoop(driver: string, url: string): Promise<Contestant> {
  const child = fork(fileURLToPath(new URL('./bare-loop.ts', import.meta.url)), [driver, url]);
  const ended = once(child, 'exit').then(([code]) => code === 0);
  const answer = async () => {
    const left = ended.then(() => Promise.reject(new Error('The bare loop ended.')));
    return (await Promise.race([once(child, 'message'), left]))[0];
  };
  await answer();
  return {
    async work(task, durationMs) {
      child.send({ task, durationMs });
      return answer();
    },
    stop() {
      child.disconnect();
      return ended;
    },
  };
}

/** The service over the engine, in a process of its own, asked over HTTP by this one. */
export async function startService(url: string): Promise<Contestant> {
  const server = await ServerProcess.startCli(url);
  const connections = await Connection.openMany(server.port, concurrency);
  const body = JSON.stringify(location);
  return {
    async work(task, durationMs) {
      const before = await server.usage();
      const work = await workFor(durationMs, async (id, client) => {
        const request = task === 'GET' ? requestBytes('GET', id) : requestBytes('POST', id, body);
        const answer = await (connections[client] as Connection).send(request);
        if (answer.status !== 200)
          throw new Error(`${task} of ${id} answered ${answer.status} ${answer.body}`);
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
