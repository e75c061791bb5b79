import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReadQueue, type ReadRows } from '../../src/postgres/read-queue.ts';

/** A statement that is under way, to be ended by the test. */
interface UnderWay {
  readonly ids: readonly string[];
  readonly since: number;
  end(): void;
  fail(error: Error): void;
}

function createQueue(mostStatements: number) {
  const underWay: UnderWay[] = [];
  const read: ReadRows = (ids, since) =>
    new Promise((resolve, reject) => {
      underWay.push({ ids, since, end: () => resolve(ids.map((id) => [id])), fail: reject });
    });
  return { queue: new ReadQueue(read, mostStatements), underWay };
}

it('asks for a single record at once', async () => {
  const { queue, underWay } = createQueue(2);
  const row = queue.add('a');
  expect(underWay.map(({ ids }) => ids)).toEqual([['a']]);
  underWay[0]?.end();
  expect(await row).toEqual(['a']);
});

it('asks for those who wait together, with the time of the first', async () => {
  const { queue, underWay } = createQueue(1);
  const rows = ['a', 'b', 'c', 'b'].map((id) => queue.add(id));
  const latest = performance.now();
  expect(underWay).toHaveLength(1);
  underWay[0]?.end();
  await rows[0];
  expect(underWay[1]?.ids).toEqual(['b', 'c', 'b']);
  expect(underWay[1]?.since).toBeLessThanOrEqual(latest);
  underWay[1]?.end();
  expect(await Promise.all(rows)).toEqual([['a'], ['b'], ['c'], ['b']]);
});

it('rejects those who were asked for together, and goes on', async () => {
  const { queue, underWay } = createQueue(1);
  const rows = ['a', 'b', 'c'].map((id) => queue.add(id));
  underWay[0]?.end();
  await rows[0];
  underWay[1]?.fail(new Error('lost'));
  for (const row of rows.slice(1)) await expect(row).rejects.toThrow('lost');
  const next = queue.add('d');
  underWay[2]?.end();
  expect(await next).toEqual(['d']);
});

it('gives each its own row, whatever ends first', async () => {
  const steps = fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.nat(20)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (script, mostStatements) => {
      const { queue, underWay } = createQueue(mostStatements);
      const asked: Promise<void>[] = [];
      const ended = new Set<UnderWay>();
      const endOne = async (index: number) => {
        const open = underWay.filter((statement) => !ended.has(statement));
        expect(open.length).toBeLessThanOrEqual(mostStatements);
        const chosen = open[index % open.length];
        if (!chosen) return false;
        ended.add(chosen);
        chosen.end();
        // Whoever waited is sent in the turns that follow.
        for (let turn = 0; turn < 5; turn++) await undefined;
        return true;
      };
      for (const step of script) {
        if (typeof step === 'number') await endOne(step);
        else asked.push(queue.add(step).then((row) => expect(row).toEqual([step])));
      }
      while (await endOne(0));
      await Promise.all(asked);
      expect(underWay.flatMap(({ ids }) => ids)).toHaveLength(asked.length);
    }),
  );
});
