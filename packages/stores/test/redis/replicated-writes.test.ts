import { expect, it } from 'vitest';
import type { Call } from '../../src/redis/call.ts';
import type { Args, Reply } from '../../src/redis/client.ts';
import type { Connection } from '../../src/redis/connection.ts';
import { ReplicatedWrites } from '../../src/redis/replicated-writes.ts';

it('a write that is nearly over shortens the WAIT of no other', async () => {
  const sent: Args[] = [];
  const connection: Pick<Connection, 'send'> = {
    async send(args): Promise<Reply> {
      sent.push(args);
      return args[0] === 'WAIT' ? 1 : 'OK';
    },
  };
  const writes = new ReplicatedWrites(connection as Connection, 1);
  const [old, fresh, newest] = [500, 4000, 5000].map(
    (remaining) => ({ remaining, isOver: false, sent() {}, replied() {} }) as unknown as Call,
  ) as [Call, Call, Call];
  const replies = [
    writes.send(newest, ['SET', 'c'], false),
    writes.send(old, ['SET', 'a'], false),
    writes.send(fresh, ['SET', 'b'], false),
  ];
  expect(await Promise.all(replies)).toEqual(['OK', 'OK', 'OK']);
  expect(sent).toEqual([
    ['SET', 'a'],
    ['WAIT', '1', '350'],
    ['SET', 'c'],
    ['SET', 'b'],
    ['WAIT', '1', '3500'],
  ]);
});
