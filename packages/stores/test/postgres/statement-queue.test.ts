import { StoreError } from '@location-records/core';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isRefusal } from '../../src/postgres/failures.ts';
import type { SendAll } from '../../src/postgres/statement-queue.ts';
import { StatementQueue } from '../../src/postgres/statement-queue.ts';

/** A statement that is under way, to be ended by the test. */
interface UnderWay {
  readonly values: readonly string[];
  readonly since: number;
  end(): void;
  fail(error: Error): void;
}

/** What the server says of a value that it does not take. */
const refused = (code: string) =>
  new StoreError('STORE_UNAVAILABLE', 'refused', {
    cause: Object.assign(new Error('refused'), { code, severity: 'ERROR' }),
  });

/** A queue whose result for each value is that value. */
function createQueue(maxStatements: number, timeout = 60_000, maxLong = 1) {
  const underWay: UnderWay[] = [];
  const send: SendAll<string, string> = (values, since) =>
    new Promise((resolve, reject) => {
      underWay.push({ values, since, end: () => resolve(values), fail: reject });
    });
  const queue = new StatementQueue({
    send,
    maxStatements,
    maxLong,
    timeout,
    isRefusal,
    timeOut: () => new Error('too late'),
  });
  const add = (value: string) => queue.add({ value });
  return { queue, underWay, add };
}

/** Lets the waiting calls be sent. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await undefined;
}

it('sends a single value at once', async () => {
  const { add, underWay } = createQueue(2);
  const result = add('a');
  expect(underWay.map(({ values }) => values)).toEqual([['a']]);
  underWay[0]?.end();
  expect(await result).toBe('a');
});

it('sends waiting calls together, with the time of the first', async () => {
  const { add, underWay } = createQueue(1);
  const results = ['a', 'b', 'c', 'b'].map(add);
  const latest = performance.now();
  expect(underWay).toHaveLength(1);
  underWay[0]?.end();
  await settle();
  expect(underWay[1]?.values).toEqual(['b', 'c', 'b']);
  expect(underWay[1]?.since).toBeLessThanOrEqual(latest);
  underWay[1]?.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'b']);
});

it('rejects the calls of a statement whose effect is unknown, and continues', async () => {
  const { add, underWay } = createQueue(1);
  const results = ['a', 'b', 'c'].map(add);
  underWay[0]?.end();
  await settle();
  underWay[1]?.fail(new Error('lost'));
  for (const result of results.slice(1)) await expect(result).rejects.toThrow('lost');
  const next = add('d');
  underWay[2]?.end();
  expect(await next).toBe('d');
});

it('sends each alone when the server refused them together, so that one alone fails', async () => {
  const { add, underWay } = createQueue(1);
  const results = ['a', 'b', 'c', 'd'].map(add);
  underWay[0]?.end();
  await settle();
  underWay[1]?.fail(refused('22021'));
  for (const end of [2, 3, 4]) {
    await settle();
    if (end === 3) underWay[end]?.fail(refused('22021'));
    else underWay[end]?.end();
  }
  expect(underWay.slice(2).map(({ values }) => values)).toEqual([['b'], ['c'], ['d']]);
  expect(await Promise.allSettled(results)).toMatchObject([
    { value: 'a' },
    { value: 'b' },
    { reason: { message: 'refused' } },
    { value: 'd' },
  ]);
});

it.each(['57014', '57P01', '53100', '08006', 'XX000'])(
  'does not repeat what may have been done: %s',
  async (code) => {
    const { add, underWay } = createQueue(1);
    const results = ['a', 'b', 'c'].map(add);
    underWay[0]?.end();
    await settle();
    underWay[1]?.fail(refused(code));
    for (const result of results.slice(1)) await expect(result).rejects.toThrow('refused');
    expect(underWay).toHaveLength(2);
  },
);

it('runs calls with the same key one at a time, and alone when they had to wait', async () => {
  const { queue, underWay } = createQueue(2);
  const results = ['a1', 'a2', 'b1', 'c1', 'c2'].map((value) => queue.add({ value, key: value.slice(0, 1) }));
  const sent = () => underWay.map(({ values }) => values);
  expect(sent()).toEqual([['a1'], ['b1']]);
  underWay[1]?.end();
  await settle();
  expect(sent().slice(2)).toEqual([['c1']]);
  underWay[0]?.end();
  underWay[2]?.end();
  await settle();
  expect(sent().slice(3)).toEqual([['a2'], ['c2']]);
  underWay[3]?.end();
  underWay[4]?.end();
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1', 'c1', 'c2']);
});

it('rejects in time calls that wait behind others, and forgets them', async () => {
  const { queue, underWay } = createQueue(2, 20);
  const results = ['a', 'b', 'c'].map((value) => queue.add({ value, key: 'k' }));
  for (const result of results.slice(1)) await expect(result).rejects.toThrow('too late');
  underWay[0]?.end();
  expect(await results[0]).toBe('a');
  expect(underWay).toHaveLength(1);
  const next = queue.add({ value: 'd', key: 'k' });
  underWay[1]?.end();
  expect(await next).toBe('d');
});

it('rejects in time calls that wait for a slot, and sends none of them later', async () => {
  const { queue, underWay, add } = createQueue(1, 20, 0);
  const first = add('a');
  const results = ['b', 'c'].map((value) => queue.add({ value, key: 'k' }));
  const others = Promise.allSettled([...results, add('d')]);
  expect(await others).toMatchObject([1, 2, 3].map(() => ({ reason: { message: 'too late' } })));
  underWay[0]?.end();
  expect(await first).toBe('a');
  expect(underWay).toHaveLength(1);
  const next = queue.add({ value: 'e', key: 'k' });
  underWay[1]?.end();
  expect(await next).toBe('e');
});

it('serves older calls before those that waited for others with their key', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  onTestFinished(() => clock.mockRestore());
  const { queue, underWay } = createQueue(1);
  const results = ['hot1', 'hot2', 'cold', 'hot3'].map((value) =>
    queue.add({ value, isSeparate: true, ...(value !== 'cold' && { key: 'hot' }) }),
  );
  for (let index = 0; index < 4; index++) {
    underWay[index]?.end();
    await settle();
  }
  expect(underWay.flatMap(({ values }) => values)).toEqual(['hot1', 'hot2', 'cold', 'hot3']);
  await Promise.all(results);
});

it('does not put a call into a statement with a much earlier one, which has less time left', async () => {
  const { add, underWay } = createQueue(1, 100);
  const results = ['a', 'b'].map(add);
  const early = performance.now();
  // A tenth of the timeout.
  await vi.waitUntil(() => performance.now() - early > 10, { interval: 1 });
  results.push(...['c', 'd'].map(add));
  for (let index = 0; index < 3; index++) {
    underWay[index]?.end();
    await settle();
  }
  expect(underWay.map(({ values }) => values)).toEqual([['a'], ['b'], ['c', 'd']]);
  await Promise.all(results);
});

it('shares statements among fewer calls after failures, and among more again after successes', async () => {
  const sizes: number[] = [];
  let isSlow = true;
  const queue = new StatementQueue<number, number>({
    async send(values) {
      sizes.push(values.length);
      if (isSlow && values.length > 10) throw new Error('out of time');
      return values;
    },
    maxStatements: 1,
    maxLong: 0,
    timeout: 60_000,
    isRefusal,
    timeOut: () => new Error('too late'),
  });
  const addAll = () => Promise.allSettled(Array.from({ length: 200 }, (_, value) => queue.add({ value })));
  await addAll();
  expect(sizes.slice(0, 6)).toEqual([1, 64, 32, 16, 8, 16]);
  isSlow = false;
  sizes.length = 0;
  expect((await addAll()).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(Math.max(...sizes)).toBe(64);
});

it('lets others have the places of statements for one that take long, but not of all', async () => {
  const { queue, underWay } = createQueue(1, 500);
  const results = ['a', 'b', 'c', 'd'].map((value) => queue.add({ value, isSeparate: true }));
  const sent = () => underWay.map(({ values }) => values);
  await expect.poll(sent, { timeout: 30_000 }).toEqual([['a'], ['b']]);
  underWay[1]?.end();
  await settle();
  expect(sent().slice(2)).toEqual([['c']]);
  underWay[0]?.end();
  underWay[2]?.end();
  await settle();
  expect(sent().slice(3)).toEqual([['d']]);
  underWay[3]?.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
});

it('serves no more together than it may', async () => {
  const sizes: number[] = [];
  let together = 3;
  const queue = new StatementQueue<number, number>({
    async send(values) {
      sizes.push(values.length);
      together = 2;
      return values;
    },
    maxStatements: 1,
    maxLong: 0,
    together: () => together,
    timeout: 60_000,
    isRefusal,
    timeOut: () => new Error('too late'),
  });
  const values = Array.from({ length: 6 }, (_, value) => value);
  expect(await Promise.all(values.map((value) => queue.add({ value })))).toEqual(values);
  expect(sizes).toEqual([1, 2, 2, 1]);
});

it('gives a statement of its own to a call that needs one', async () => {
  const { queue, underWay } = createQueue(1);
  const results = ['a', 'b', 'LARGE', 'c', 'd'].map((value) =>
    queue.add({ value, isSeparate: value === 'LARGE' }),
  );
  for (let index = 0; index < 3; index++) {
    underWay[index]?.end();
    await settle();
  }
  expect(underWay.map(({ values }) => values)).toEqual([['a'], ['b', 'c', 'd'], ['LARGE']]);
  await Promise.all(results);
});

it('lets only calls of the same kind share a statement, the kind of the oldest first', async () => {
  const { queue, underWay } = createQueue(1);
  const results = ['x1', 'b1', 'a1', 'b2', 'a2', 'c1', 'b3'].map((value) =>
    queue.add({ value, kind: value.slice(0, 1) }),
  );
  for (let index = 0; index < 4; index++) {
    underWay[index]?.end();
    await settle();
  }
  expect(underWay.map(({ values }) => values)).toEqual([['x1'], ['b1', 'b2', 'b3'], ['a1', 'a2'], ['c1']]);
  expect(await Promise.all(results)).toEqual(['x1', 'b1', 'a1', 'b2', 'a2', 'c1', 'b3']);
});

it('serves the oldest call next, however many of another kind wait', async () => {
  const { queue, underWay } = createQueue(1);
  const kinds = [
    'a',
    ...Array.from({ length: 1000 }, () => 'a'),
    'b',
    ...Array.from({ length: 1000 }, () => 'a'),
  ];
  const results = kinds.map((kind, index) => queue.add({ value: `${kind}${index}`, kind }));
  let ended = 0;
  for (; ended < underWay.length; ended++) {
    underWay[ended]?.end();
    await settle();
  }
  await Promise.all(results);
  const turn = underWay.findIndex(({ values }) => values.includes('b1001'));
  const before = underWay.slice(0, turn).flatMap(({ values }) => values);
  expect(before.slice(0, 1001)).toEqual(kinds.slice(0, 1001).map((_, index) => `a${index}`));
  // Those of its statement that came after it fill up the one before.
  expect(before.length).toBeLessThan(1001 + 64);
  expect(underWay[turn]?.values).toEqual(['b1001']);
});

it('is idle when all waiting calls have ended', async () => {
  const { queue, underWay, add } = createQueue(1);
  const results = ['a', 'b'].map(add);
  let isIdle = false;
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  underWay[0]?.end();
  await settle();
  expect(isIdle).toBe(false);
  underWay[1]?.fail(new Error('lost'));
  await idle;
  expect(await Promise.allSettled(results)).toMatchObject([{ value: 'a' }, { reason: { message: 'lost' } }]);
});

it('resolves each call to its own result in any order, and keeps the order of a key', async () => {
  const asked = fc.record({
    key: fc.option(fc.constantFrom('k', 'l', 'm')),
    isSeparate: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    kind: fc.constantFrom('put', 'delete'),
  });
  const steps = fc.array(fc.oneof(asked, fc.nat(20)), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (script, maxStatements) => {
      const { queue, underWay } = createQueue(maxStatements);
      const keys = new Map<string, string | null>();
      const alone = new Set<string>();
      const kinds = new Map<string, string>();
      const results: Promise<void>[] = [];
      const ended = new Set<UnderWay>();
      const endOne = async (index: number) => {
        const open = underWay.filter((statement) => !ended.has(statement));
        expect(open.length).toBeLessThanOrEqual(maxStatements);
        const held = open.flatMap(({ values }) => values.flatMap((value) => keys.get(value) ?? []));
        expect(new Set(held).size).toBe(held.length);
        const chosen = open[index % open.length];
        if (!chosen) return false;
        ended.add(chosen);
        if (index % 3 === 1) chosen.fail(refused('40001'));
        else chosen.end();
        await settle();
        return true;
      };
      for (const step of script) {
        if (typeof step === 'number') {
          await endOne(step);
          continue;
        }
        const value = String(keys.size);
        keys.set(value, step.key);
        const { key, isSeparate, kind } = step;
        if (isSeparate) alone.add(value);
        kinds.set(value, kind);
        const outcome = queue.add({ value, isSeparate, kind, ...(key && { key }) });
        results.push(
          outcome.then(
            (result) => expect(result).toBe(value),
            (error) => expect(error.message).toBe('refused'),
          ),
        );
      }
      while (await endOne(0));
      await Promise.all(results);
      for (const { values } of underWay) {
        if (values.some((value) => alone.has(value))) expect(values).toHaveLength(1);
        expect(new Set(values.map((value) => kinds.get(value))).size).toBe(1);
      }
      const order = (key: string) => [
        ...new Set(underWay.flatMap(({ values }) => values.filter((value) => keys.get(value) === key))),
      ];
      for (const key of ['k', 'l', 'm']) {
        expect(order(key)).toEqual([...keys].filter(([, its]) => its === key).map(([value]) => value));
      }
      expect(new Set(underWay.flatMap(({ values }) => values)).size).toBe(keys.size);
    }),
  );
});
