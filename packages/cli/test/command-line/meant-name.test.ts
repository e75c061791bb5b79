import { expect, test } from 'vitest';
import { meantName } from '../../src/command-line/meant-name.ts';

const names = ['--port', '--host', '--store', '--base-path', '--strict-coordinates'];

test.each([
  ['--prot', '--port'],
  ['--ports', '--port'],
  ['--prt', '--port'],
  ['--pork', '--port'],
  ['--PORT', '--port'],
  ['--stroe', '--store'],
  ['--basepaht', '--base-path'],
  ['--strict', '--strict-coordinates'],
  ['-b', '--base-path'],
  ['-s', undefined],
  ['--', undefined],
  ['', undefined],
  ['--token', undefined],
  ['x'.repeat(1e6), undefined],
])('%s means %s', (text, meant) => {
  expect(meantName(text, names)).toBe(meant);
});
