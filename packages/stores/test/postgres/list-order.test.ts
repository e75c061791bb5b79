import { expect, it } from 'vitest';
import type { ConnectionPool } from '../../src/postgres/connection-pool.ts';
import { Deadline } from '../../src/postgres/deadline.ts';
import { ListCursor } from '../../src/postgres/list-cursor.ts';

it.each([
  ['within a batch', [['b', 'a']]],
  ['from batch to batch', [Array.from({ length: 32 }, (_, number) => `b${number + 10}`), ['a']]],
  ['when one comes twice', [['a', 'a']]],
])('a list whose identifiers do not ascend is broken off: %s', async (_, batches) => {
  const replies = batches.map((ids) => ids.map((id) => [id, null, '3ff0000000000000', '3ff0000000000000']));
  // Stands for a server whose index is damaged.
  const connection = { query: async () => ({ rows: replies.shift() ?? [] }) };
  const lists = { take: async () => connection } as unknown as ConnectionPool;
  const cursor = new ListCursor({ lists, list: 'SELECT', endpoint: 'localhost:5432/places', timeout: 1000 });
  const deadline = new Deadline(1000);
  try {
    for (let batch = 1; batch < batches.length; batch++) await cursor.readBatch(deadline);
    await expect(cursor.readBatch(deadline)).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('not in the order of their identifiers; run REINDEX'),
    });
  } finally {
    deadline.end();
  }
});
