// Drives an engine by its client alone when its parent asks: `bare-loop.ts <driver> <url>`.
import { setImmediate } from 'node:timers/promises';
import { type DriverName, drivers } from './drivers.ts';
import { locations, type Task, type Work, workFor } from './work.ts';

const [, , name, url = ''] = process.argv;
const driver = await drivers[name as DriverName](url);
const put = (id: string, _client: number, turn: number) => {
  const { description, coordinates } = locations[turn] as (typeof locations)[number];
  return driver.put(id, description, coordinates.latitude, coordinates.longitude);
};

process.on('message', async ({ task, durationMs }: { task: Task; durationMs: number }) => {
  const before = process.cpuUsage();
  const act = task === 'GET' ? (id: string) => driver.get(id) : put;
  const work = await workFor(durationMs, act);
  const { user, system } = process.cpuUsage(before);
  // A client that never waits leaves the event loop no turn, in which messages of the parent come in.
  await setImmediate();
  process.send?.({ ...work, cpu: (user + system) / 1e6 } satisfies Work);
});
process.on('disconnect', () => void driver.close());
process.send?.('ready');
