import { expect, it } from 'vitest';
import { RecordReader } from '../../src/postgres/record-reader.ts';
import { RecordWriter } from '../../src/postgres/record-writer.ts';
import type { StatementRunner } from '../../src/postgres/statement-runner.ts';
import { statementsFor } from '../../src/postgres/statements.ts';
import type { Query, QueryResult } from '../../src/postgres/text-query.ts';

const statements = statementsFor('public', 'locations');
const location = (latitude: number) => ({ coordinates: { latitude, longitude: -latitude } });

/** What was sent, and how. */
interface Sent {
  readonly method: 'run' | 'runOnce';
  readonly name: string;
  readonly values: readonly unknown[];
  readonly since: number | undefined;
}

/** A runner that runs one statement after the other, each with the result of `reply`. */
function fakeRunner(reply: (query: Query) => QueryResult) {
  const sent: Sent[] = [];
  const note = (method: Sent['method']) => async (_: string, query: Query, since?: number) => {
    const name = query.name?.replace(/^location_|_[0-9a-f]{16}$/g, '') ?? '';
    sent.push({ method, name, values: query.values ?? [], since });
    return reply(query);
  };
  const limits = () => ({ timeout: 60_000, timeOut: () => new Error('too late') });
  const runner = { run: note('run'), runOnce: note('runOnce'), limits };
  return { sent, runner: runner as unknown as StatementRunner };
}

/** As many rows as there are values in the first column. */
const countAll = ({ values }: Query): QueryResult => {
  const [ids] = values ?? [];
  return { rows: [], count: Array.isArray(ids) ? ids.length : 1 };
};

it('writes records together in an order that is the same everywhere, each with its own values', async () => {
  const { sent, runner } = fakeRunner(countAll);
  const writer = new RecordWriter(runner, statements, 1);
  const before = performance.now();
  const ids = ['first', 'b', '\u{10000}', 'B', '\uffff', 'a', 'ä'];
  const written = ids.map((id, number) => writer.put(id, { ...location(number), description: `of ${id}` }));
  const after = performance.now();
  expect(await Promise.all(written)).toEqual(ids.map(() => true));
  const sorted = ids.slice(1).sort();
  expect(sent).toMatchObject([
    { method: 'run', name: 'put', values: ['first', 'of first', 0, -0] },
    {
      method: 'runOnce',
      name: 'put_many',
      values: [
        sorted,
        sorted.map((id) => `of ${id}`),
        sorted.map((id) => ids.indexOf(id)),
        sorted.map((id) => -ids.indexOf(id)),
        '100',
      ],
    },
  ]);
  for (const { since = 0 } of sent) expect([since >= before, since <= after]).toEqual([true, true]);
});

it('writes large records alone', async () => {
  const { sent, runner } = fakeRunner(countAll);
  const writer = new RecordWriter(runner, statements, 1);
  const large = { ...location(1), description: 'x'.repeat(4096) };
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => writer.put(id, id === 'b' ? large : location(0))));
  expect(sent.map(({ name, values }) => [name, values[0]])).toEqual([
    ['put', 'a'],
    ['put', 'b'],
    ['put_many', ['c', 'd']],
  ]);
});

it('replaces records together, and tells of each whether it was there', async () => {
  const absent = ['b', 'B'];
  const { sent, runner } = fakeRunner(({ values }) => {
    const [ids] = values ?? [];
    if (!Array.isArray(ids)) return { rows: [], count: absent.includes(ids as string) ? 0 : 1 };
    const found = ids.flatMap((id, index) => (absent.includes(id) ? [] : [[String(index + 1)]]));
    // In any order.
    return { rows: found.reverse(), count: found.length };
  });
  const writer = new RecordWriter(runner, statements, 1);
  const ids = ['first', 'b', 'c', 'B', 'a'];
  const replaced = ids.map((id, number) => writer.replace(id, location(number)));
  expect(await Promise.all(replaced)).toEqual([true, false, true, false, true]);
  expect(sent).toMatchObject([
    { method: 'run', name: 'replace', values: ['first', null, 0, -0] },
    {
      method: 'runOnce',
      name: 'replace_many',
      values: [['B', 'a', 'b', 'c'], [null, null, null, null], [3, 4, 1, 2], [-3, -4, -1, -2], '100'],
    },
  ]);
  expect(await writer.replace('b', location(0))).toBe(false);
});

it('deletes records together, and not together with writes of another kind', async () => {
  const { sent, runner } = fakeRunner(countAll);
  const writer = new RecordWriter(runner, statements, 1);
  await Promise.all([
    writer.delete('first'),
    writer.delete('d'),
    writer.put('e', location(0)),
    writer.delete('c'),
    writer.replace('a', location(0)),
  ]);
  expect(sent.map(({ method, name, values }) => [method, name, values])).toEqual([
    ['run', 'delete', ['first']],
    ['runOnce', 'delete_many', [['c', 'd'], '100']],
    ['run', 'put', ['e', null, 0, -0]],
    ['run', 'replace', ['a', null, 0, -0]],
  ]);
});

it('acknowledges no record of a shared statement when the server reports fewer', async () => {
  const { runner } = fakeRunner((query) => ({ rows: [], count: countAll(query).count - 1 }));
  const writer = new RecordWriter(runner, statements, 1);
  const written = ['a', 'b', 'c'].map((id) => writer.put(id, location(0)));
  expect(await Promise.all(written)).toEqual([false, false, false]);
});

it('reads records with a shared statement, each for the calls that asked for it', async () => {
  const { sent, runner } = fakeRunner(({ values }) => {
    const [ids] = values ?? [];
    const found = (Array.isArray(ids) ? ids : [ids]) as string[];
    const rows = found.map((id, index) => [...(Array.isArray(ids) ? [String(index + 1)] : []), id]);
    // Without those that are absent, and in any order.
    return { rows: rows.filter((row) => row.at(-1) !== 'absent').reverse(), count: 0 };
  });
  const reader = new RecordReader(runner, statements, 1);
  const before = performance.now();
  const ids = ['first', 'a', 'absent', 'b', 'a'];
  const read = ids.map((id) => reader.get(id));
  const after = performance.now();
  expect(await Promise.all(read)).toEqual([['first'], ['a'], undefined, ['b'], ['a']]);
  expect(sent.map(({ method, name }) => [method, name])).toEqual([
    ['run', 'get'],
    ['runOnce', 'get_many'],
  ]);
  for (const { since = 0 } of sent) expect([since >= before, since <= after]).toEqual([true, true]);
});

it('reads fewer together where records are large, and more again where they are not', async () => {
  const description = { of: 'x'.repeat(100_000) };
  const { sent, runner } = fakeRunner(({ values }) => {
    const [ids] = values ?? [];
    if (!Array.isArray(ids)) return { rows: [[description.of]], count: 1 };
    return { rows: ids.map((_, index) => [String(index + 1), description.of]), count: ids.length };
  });
  const reader = new RecordReader(runner, statements, 1);
  const readAll = async () => {
    sent.length = 0;
    await Promise.all(Array.from({ length: 130 }, (_, number) => reader.get(String(number))));
    return sent.map(({ values: [ids] }) => (Array.isArray(ids) ? ids.length : 1));
  };
  expect(new Set(await readAll())).toEqual(new Set([1]));
  description.of = 'x';
  expect(await readAll()).toEqual([1, 4, 16, 64, 45]);
});
