import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { registerContractOf } from './contract-of-command.ts';

describe('the command on SQLite', () => {
  registerContractOf({
    command: 'serve',
    flags: ['--log', 'off'],
    prepare: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'location-records-contract-'));
      return {
        store: ['--store', `sqlite:${join(folder, 'a.db')}`],
        remove: () => rm(folder, { recursive: true }),
      };
    },
  });
});

describe('the command as a fake', () => {
  registerContractOf({ command: 'fake', flags: ['--log', 'json', '--explain', '--areas'] });
});
