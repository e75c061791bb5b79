import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, quantile } from './statistics.ts';

/** How long GETs of one record took while other clients were busy, in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * Measures how long a client that wants the record `id` every few milliseconds waits while `act` runs. A latency counts
 * from when the request was due. The client has a process of its own, so that the work of this one is not taken for the
 * server's.
 */
export async function probeDuring<T>(
  port: number,
  id: string,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly latency: Latency }> {
  const client = fork(fileURLToPath(new URL('./probe-client.ts', import.meta.url)), [String(port), id]);
  try {
    await message(client);
    client.send('start');
    const result = await act();
    client.send('stop');
    const times = (await message(client)) as number[];
    return { result, latency: summary(times) };
  } finally {
    client.kill('SIGKILL');
  }
}

async function message(client: ChildProcess): Promise<unknown> {
  const ended = once(client, 'exit').then(() => {
    throw new Error('The probing client ended.');
  });
  const [value] = await Promise.race([once(client, 'message'), ended]);
  return value;
}

function summary(times: readonly number[]): Latency {
  return {
    count: times.length,
    median: median(times),
    p99: quantile(times, 0.99),
    max: quantile(times, 1),
  };
}
