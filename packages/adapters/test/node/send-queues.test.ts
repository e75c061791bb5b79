import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { itUnless, lacks } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { readSendQueues } from '../../src/node/send-queues.ts';
import { dial, listen } from '../listening.ts';

itUnless(lacks({ platform: 'linux' }))(
  'the kernel tells what a client has not taken (skipped on other systems, which tell it by themselves)',
  async () => {
    const server = createServer();
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const client = await dial(await listen(server));
    const [socket] = await connected;
    client.pause();
    // The kernel lists a connection twice where others open and end meanwhile.
    expect((await readSendQueues([socket])).get(socket)).toMatch(/^(0{8} )+$/);
    while (socket.writableLength === 0) {
      socket.write(Buffer.alloc(65_536));
      await setImmediate();
    }
    const held = async () => (await readSendQueues([socket])).get(socket);
    const full = await held();
    expect(full).toMatch(/[1-9A-F]/);
    const written = socket.bytesWritten - socket.writableLength;
    client.resume();
    // Until the client has taken some of it, however long that takes.
    while ((await held()) === full);
    expect(socket.bytesWritten - socket.writableLength).toBeGreaterThanOrEqual(written);
  },
);

it('a connection of which the kernel knows nothing has no entry', async () => {
  const nowhere = new Socket();
  expect(await readSendQueues([nowhere])).toEqual(new Map());
});
