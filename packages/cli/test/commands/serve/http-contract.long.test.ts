import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { registerContractOf } from './contract-of-command.ts';

/** A file of its own for each service. */
async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-contract-'));
  return {
    store: ['--store', `sqlite:${join(folder, 'a.db')}`],
    remove: () => rm(folder, { recursive: true }),
  };
}

describe('the command on SQLite', () => {
  registerContractOf({ command: 'serve', flags: ['--log', 'off'], prepare });
});

// The lines of both workers must be whole.
describe('two workers on SQLite, with --log json --areas', () => {
  registerContractOf({
    command: 'serve',
    flags: ['--workers', '2', '--log', 'json', '--areas'],
    prepare,
  });
});

describe('the command as a fake', () => {
  registerContractOf({ command: 'fake', flags: ['--log', 'json', '--explain', '--areas'] });
});
