// Gets one record again and again, and sends its parent how long each response took: `probe-client.ts <port> <id>`.
// Started by probe.ts.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection, requestBytes } from './connection.ts';

/** The time from one request to the next, in milliseconds: long enough to leave the server to the other clients. */
const interval = 5;

const [, , port, id = ''] = process.argv;
const connection = await Connection.open(Number(port));
const request = requestBytes('GET', id);
for (let count = 0; count < 100; count++) await timed(performance.now());

process.send?.('ready');
await once(process, 'message');
let isOver = false;
process.once('message', () => {
  isOver = true;
});
const times: number[] = [];
let due = performance.now();
while (!isOver) {
  // A request that is due before the response to the last one waits for it: all of a long stall are late.
  const isLate = due < performance.now();
  if (!isLate) await setTimeout(due - performance.now());
  times.push(await timed(isLate ? due : performance.now()));
  due += interval;
}
connection.close();
process.send?.(times, () => process.disconnect());

async function timed(begin: number): Promise<number> {
  const { status } = await connection.send(request);
  if (status !== 200) throw new Error(`The response to GET ${id} was ${status}.`);
  return performance.now() - begin;
}
