import { expect, test } from 'vitest';
import { countsIn } from '../../src/shared/strace.ts';

const summary = `% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 95.01    4.747611        7117       667       100 futex
  4.99    0.249250          18     13588           write
------ ----------- ----------- --------- --------- ----------------
100.00    4.996861         350     14255       100 total
`;

test('calls are counted by their names, also where some of them failed', () => {
  expect([...countsIn(summary)]).toEqual([
    ['futex', 667],
    ['write', 13_588],
  ]);
});

test('without a call there is no count', () => {
  expect(countsIn('').size).toBe(0);
});
