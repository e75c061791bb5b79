import { StoreError } from '@location-records/core';
import { expect, it } from 'vitest';
import { CallTimeout } from '../../src/postgres/deadline.ts';
import { failures, isConflict, isRefusal, isRefusalOfReads, noteSent } from '../../src/postgres/failures.ts';

/** An error as the server sends it. */
const serverError = (code: string) =>
  Object.assign(new Error('from the server'), { code, severity: 'ERROR' });
const failure = (cause: unknown) => new StoreError('STORE_UNAVAILABLE', 'failed', { cause });

it.each(['40001', '40P01'])('takes %s for a conflict with another transaction', (code) => {
  expect(isConflict(serverError(code))).toBe(true);
});

it.each(['23514', '57014', '42P01', '55P03'])('takes %s for none', (code) => {
  expect(isConflict(serverError(code))).toBe(false);
});

it.each([
  '21000',
  '22021',
  '23514',
  '26000',
  '40001',
  '40P01',
  '42501',
  '54000',
  '55P03',
  'P0001',
  'XX001',
  'XX002',
])('takes %s for a refusal, which has done nothing', (code) => {
  expect(isRefusal(failure(serverError(code)))).toBe(true);
});

it.each(['08006', '40003', '53100', '53300', '57014', '57P01', '57P03', '58030', 'F0001', 'XX000'])(
  'takes %s for none: each alone would fare no better, or something was done',
  (code) => {
    expect(isRefusal(failure(serverError(code)))).toBe(false);
  },
);

it.each(['58030', 'F0001', 'XX000'])('takes %s for a refusal of reads alone', (code) => {
  expect(isRefusalOfReads(failure(serverError(code)))).toBe(true);
});

it.each(['08006', '53100', '57014', '57P01'])('does not take %s for a refusal of reads', (code) => {
  expect(isRefusalOfReads(failure(serverError(code)))).toBe(false);
});

it('takes errors of this side for none', () => {
  const broken = Object.assign(new Error('broken pipe'), { code: 'EPIPE' });
  for (const error of [
    undefined,
    'text',
    broken,
    failure(broken),
    failure(undefined),
    serverError('23514'),
  ]) {
    expect(isRefusal(error)).toBe(false);
    expect(isRefusalOfReads(error)).toBe(false);
  }
});

const [late, reset, slow] = [
  new CallTimeout(5000),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  new Error('Query read timeout'),
];
for (const error of [late, reset, slow]) noteSent(error);
const refused = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const doubt = ', so whether the write took effect is not known; ';

it.each([
  ['a write that was sent and timed out', 'write to', late, `no response within 5000 ms${doubt}raise`],
  [
    'a write that was not sent in time',
    'write to',
    new CallTimeout(5000),
    'no response within 5000 ms; raise',
  ],
  ['a read that timed out', 'read from', late, 'no response within 5000 ms; raise'],
  ['a write whose connection broke', 'write to', reset, `the connection broke${doubt}check`],
  ['a write that "query_timeout" has ended', 'write to', slow, `within "query_timeout"${doubt}raise`],
  ['a write whose connection broke before', 'write to', refused, 'the connection broke; check'],
  ['a read whose connection broke', 'read from', reset, 'the connection broke; check'],
] as const)('the error about %s says what is known of it', (_, attempt, error, message) => {
  expect(failures.wrap(attempt, 'db', error).message).toContain(message);
});
