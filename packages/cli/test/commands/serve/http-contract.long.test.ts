import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpContract } from '@location-records/conformance';
import { startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe } from 'vitest';
import { type ContractCommand, registerContractOf } from './contract-of-command.ts';

/** A file of its own for each service. */
async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-contract-'));
  return {
    store: ['--store', `sqlite:${join(folder, 'a.db')}`],
    remove: () => rm(folder, { recursive: true }),
  };
}

// Neither the log nor its explanations change a response, nor do area queries beside the service.
describe('the command on memory, with --log json --explain --areas', () => {
  registerContractOf({
    command: 'serve',
    flags: ['--log', 'json', '--explain', '--areas', '--store', 'memory:'],
  });
});

describe('the command on SQLite', () => {
  registerContractOf({ command: 'serve', flags: ['--log', 'off'], prepare });
});

// The lines of both workers must be whole.
describeUnless(lacks({ ownServer: 'Redis' }))('two workers on Redis, with --log json', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  const command: ContractCommand = {
    command: 'serve',
    flags: ['--workers', '2', '--log', 'json'],
    prepare: async () => ({
      store: ['--store', `redis://127.0.0.1:${server.port}?prefix=${randomUUID()}`],
      remove: async () => {},
    }),
  };
  // A worker gets the flags of the command as they are, so one set of them is enough.
  registerContractOf(
    command,
    httpContract.filter(({ options }) => options === undefined),
  );
});

describe('the command as a fake', () => {
  registerContractOf({ command: 'fake', flags: ['--log', 'json', '--explain', '--areas'] });
});
