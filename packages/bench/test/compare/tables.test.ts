import { expect, test } from 'vitest';
import { tableOf } from '../../src/compare/tables.ts';

const same = { highest: [9000, 9000, 9000], busy: [1, 1, 1], p50: [1, 1, 1], p99: [2, 2, 2] };
const cell = {
  work: 'PUT',
  connections: 64,
  rate: 5000,
  contestants: [
    { name: 'first', figures: { ...same, cpu: [10, 20, 40], held: [5000, 5000, 4999] } },
    { name: 'second', figures: { ...same, cpu: [30, 40, 80], held: [5000, 4990, 5000] } },
    { name: 'third', figures: { ...same, cpu: [30, 40, 80], held: [1000, 1200, 1300] } },
  ],
} as const;

/** A row of the table by the names of its columns; a name that comes twice has the second. */
function row(index: number) {
  const { head, rows } = tableOf(cell as never);
  return Object.fromEntries(head.map((name, column) => [name, rows[index]?.[column]]));
}

test('the ratio is the median of those within each round', () => {
  expect(row(0).ratio).toBe('1.00');
  expect(row(1).ratio).toBe('2.00');
  expect(row(1)['CPU µs']).toBe('40.0');
});

test('the quiet ratio is the one of the cheapest tenth', () => {
  expect(row(0)['quiet ratio']).toBe('1.00');
  expect(row(1)['quiet ratio']).toBe((32 / 12).toFixed(2));
});

test('a rate that is not held has no ratios and no latencies', () => {
  const cells = (index: number) =>
    ['ratio', 'quiet ratio', 'p50 ms', 'p99 ms', 'held/s'].map((name) => row(index)[name]);
  expect(cells(0)).toEqual(['1.00', '1.00', '1.00', '2.00', '5000']);
  expect(cells(2)).toEqual(['-', '-', '-', '-', '1200']);
});

test('latencies are left out where the engine runs on the CPU of the client', () => {
  const { head, rows } = tableOf(cell as never, false);
  expect(rows[0]?.[head.indexOf('p50 ms')]).toBe('-');
  expect(rows[0]?.[head.indexOf('ratio')]).toBe('1.00');
});
