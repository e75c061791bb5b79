import { expect, test } from 'vitest';
import { countsIn } from '../../src/shared/strace.ts';

const summary = `% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 75.31    4.747611        7117       667       100 futex
 24.69    0.250375          18     13588           write
------ ----------- ----------- --------- --------- ----------------
100.00    4.997986         350     14255       100 total
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
