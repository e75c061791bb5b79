import { Command } from 'commander';
import { expect, test } from 'vitest';
import { parseHeaders } from '../../src/command-line/header-flag.ts';

const command = new Command('find');

test.each([
  ['Authorization: Bearer abc', ['Authorization', 'Bearer abc']],
  ['X-Empty:', ['X-Empty', '']],
  ['X-Colons:\t a:b:c \t', ['X-Colons', 'a:b:c']],
])('%s is a field', (text, field) => {
  expect(parseHeaders([text], command)).toEqual([field]);
});

test.each(['secret', ': secret', 'a b: secret', 'é: secret', 'X: secret\u2028', 'X: secret\u0000'])(
  '%j is not a field, and is not shown',
  (text) => {
    const message = '--header must be a name, a colon and a value, such as "Authorization: Bearer abc".';
    expect(() => parseHeaders([text], command)).toThrow(message);
  },
);

test.each(['Content-Length', 'transfer-encoding'])('%s is what the command sets', (name) => {
  expect(() => parseHeaders([`${name}: 1`], command)).toThrow(
    `--header cannot be ${name}, which the command sets itself.`,
  );
});
