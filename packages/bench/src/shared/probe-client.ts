// Gets one record again and again, and sends its parent how long each response took: `probe-client.ts <port> <id>`.
// Started by probe.ts.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection, requestBytes } from './connection.ts';

/** The pause between two requests, in milliseconds: long enough to leave the server to the other clients. */
const pause = 2;

const [, , port, id = ''] = process.argv;
const connection = await Connection.open(Number(port));
const request = requestBytes('GET', id);
for (let count = 0; count < 100; count++) await timed();

process.send?.('ready');
await once(process, 'message');
let isOver = false;
process.once('message', () => {
  isOver = true;
});
const times: number[] = [];
while (!isOver) {
  times.push(await timed());
  await setTimeout(pause);
}
connection.close();
process.send?.(times, () => process.disconnect());

async function timed(): Promise<number> {
  const begin = performance.now();
  const { status } = await connection.send(request);
  if (status !== 200) throw new Error(`The response to GET ${id} was ${status}.`);
  return performance.now() - begin;
}
