import { describe, expect, it } from 'vitest';
import { createFake, loseResponse, respondWith } from '../../src/index.ts';

describe('the condition of a fault', () => {
  it('breaks the request when it throws, and no fault counts that request', async () => {
    const fake = createFake();
    const first = fake.faults.add(respondWith(503), { times: 1 });
    const failing = fake.faults.add(loseResponse(), {
      where() {
        throw new RangeError('a slip');
      },
    });
    await expect(fake.fetch('a')).rejects.toThrow(new RangeError('a slip'));
    expect(fake.journal.lines()).toEqual(['GET /a broken']);
    expect(fake.faults.unmet).toEqual([first, failing]);
    expect(first.timesApplied).toBe(0);
    failing.remove();
    expect((await fake.fetch('a')).status).toBe(503);
  });

  it('breaks the request when it is async, since a promise would match every request', async () => {
    const fake = createFake();
    for (const where of [async () => false, () => Promise.reject(new Error('a slip'))]) {
      fake.faults.clear();
      fake.faults.add(respondWith(503), { where: where as unknown as () => boolean });
      await expect(fake.fetch('a')).rejects.toMatchObject({ code: 'INVALID_OPTION', option: 'where' });
    }
  });

  it('finds the earlier requests in the journal', async () => {
    const fake = createFake();
    fake.faults.add(respondWith(503), { where: ({ id }) => fake.journal.count({ id }) === 0 });
    const statuses: number[] = [];
    for (const id of ['a', 'a', 'b', 'b']) statuses.push((await fake.fetch(id)).status);
    expect(statuses).toEqual([503, 404, 503, 404]);
  });
});
