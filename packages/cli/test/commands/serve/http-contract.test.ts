import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpContract, registerHttpContract, type ServiceOptions } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { startCli } from '@location-records/dev-kit';
import { afterAll, describe, expect, it } from 'vitest';

const unmetNeeds = { faults: 'The store of another process takes no orders to fail.' };

/** The flags that say the same as the options of a case. */
function flagsOf(options: ServiceOptions): string[] {
  const flags: Required<{ [Name in keyof ServiceOptions]: (value: string) => string[] }> = {
    basePath: (value) => ['--base-path', value],
    bodyLimit: (value) => ['--body-limit', value],
    strictCoordinates: (value) => (value === 'true' ? ['--strict-coordinates'] : []),
    unknownMembers: (value) => ['--unknown-members', value],
    absentDescription: (value) => ['--absent-description', value],
  };
  return Object.entries(options).flatMap(([name, value]) =>
    flags[name as keyof ServiceOptions](String(value)),
  );
}

describe.each([
  // Neither the log nor its explanations change a response.
  [
    'memory',
    'serve',
    ['--log', 'json', '--explain'],
    async () => ({ store: ['--store', 'memory:'], remove: async () => {} }),
  ],
  ['a fake', 'fake', ['--log', 'json', '--explain'], async () => ({ store: [], remove: async () => {} })],
  [
    'SQLite',
    'serve',
    ['--log', 'off'],
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'location-records-contract-'));
      return {
        store: ['--store', `sqlite:${join(folder, 'a.db')}`],
        remove: () => rm(folder, { recursive: true }),
      };
    },
  ],
] as const)('the command on %s as %s with %j', (_, command, log, prepare) => {
  const leftOut = registerHttpContract(httpContract, {
    it: (name, run) => it.concurrent(name, run, 60_000),
    afterAll: (run) => afterAll(run, 60_000),
    start: async (options) => {
      const { store, remove } = await prepare();
      const cli = await startCli(['--port', '0', ...log, ...store, ...flagsOf(options)], { command });
      const service = socketService({ host: cli.host, port: cli.port, keepAlive: true });
      return {
        service,
        close: async () => {
          service.close();
          expect(await cli.stop()).toBe(0);
          expect(cli.stderr()).toBe('');
          const lines = (log as readonly string[]).includes('json') ? cli.stdout().trimEnd().split('\n') : [];
          expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
          await remove();
        },
      };
    },
    unmetNeeds,
  });

  it('leaves out only what cannot be ordered', () => {
    const faults = httpContract.filter(({ needs }) => needs.includes('faults'));
    expect(leftOut).toHaveLength(faults.length);
  });
});
