import {
  type HttpCase,
  type HttpContractHost,
  httpContract,
  registerHttpContract,
} from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { startCli } from '@location-records/workspace/tests';
import { afterAll, expect, it } from 'vitest';

type ServiceOptions = Parameters<HttpContractHost['start']>[0];

const unmetNeeds = { faults: 'The store of another process takes no orders to fail.' };

/** The flags that say the same as the options of a case. */
function flagsOf(options: ServiceOptions): string[] {
  const flags: Required<{ [Name in keyof ServiceOptions]: (value: string) => string[] }> = {
    basePath: (value) => ['--base-path', value],
    bodyLimit: (value) => ['--body-limit', value],
    strictCoordinates: (value) => (value === 'true' ? ['--strict-coordinates'] : []),
    unknownMembers: (value) => ['--unknown-members', value],
    absentDescription: (value) => ['--absent-description', value],
    etags: (value) => (value === 'true' ? ['--etags'] : []),
  };
  return Object.entries(options).flatMap(([name, value]) =>
    flags[name as keyof ServiceOptions](String(value)),
  );
}

/** A command, and its flags beside those of the options of a case. */
export interface ContractCommand {
  readonly command: 'serve' | 'fake';
  readonly flags: readonly string[];
  /** Returns more flags, and what removes the store behind them. */
  readonly prepare?: () => Promise<{
    readonly store: readonly string[];
    readonly remove: () => Promise<void>;
  }>;
}

/** Registers the HTTP contract, or some of its cases, on a command. */
export function registerContractOf(
  { command, flags, prepare }: ContractCommand,
  cases: readonly HttpCase[] = httpContract,
): void {
  const leftOut = registerHttpContract(cases, {
    it: (name, run) => it.concurrent(name, run),
    afterAll: (run) => afterAll(run),
    start: async (options) => {
      const { store = [], remove } = (await prepare?.()) ?? {};
      const cli = await startCli(['--port', '0', ...flags, ...store, ...flagsOf(options)], { command });
      const service = createUrlService(`http://${cli.host}:${cli.port}`, { timeout: 60_000 });
      return {
        service,
        close: async () => {
          service.close();
          expect(await cli.stop()).toBe(0);
          expect(cli.stderr()).toBe('');
          const lines = flags.includes('json') ? cli.stdout().trimEnd().split('\n') : [];
          expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
          await remove?.();
        },
      };
    },
    unmetNeeds,
  });

  it('leaves out only what cannot be ordered', () => {
    const left = cases.filter(({ needs }) => needs.includes('faults'));
    expect(leftOut.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
  });
}
