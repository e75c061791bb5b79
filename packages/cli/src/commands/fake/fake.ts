import { InvalidArgumentError } from '@location-records/core';
import { createFake, type Fault } from '@location-records/testing';
import { UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { cannotBe } from '../../output/printable-text.ts';
import { serveUntilStopped } from '../serve/serve-until-stopped.ts';
import { type OpenService, startServer } from '../serve/start-server.ts';
import { controlPath, withControlPlane } from './control-plane.ts';
import type { FakeCommandOptions } from './fake-command.ts';
import { Scopes } from './scopes.ts';

/**
 * Serves a fake until a signal. Resolves to the exit code of `serveUntilStopped`.
 *
 * @throws {UsageError} when a fault is not valid.
 * @throws as `readDataFile` about the file of `--seed`.
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export async function fake(options: FakeCommandOptions, io: Io): Promise<number> {
  const { seed, fault = [], ...service } = options;
  const faults = fault.map(parseFault);
  const data = seed === undefined ? undefined : await readSeed(seed);
  const records = [...(data?.records ?? [])];
  const from = seed === undefined ? '' : `; ${records.length} from ${seed}`;
  const open: OpenService = async ({ handlerOptions, report }) => {
    if (data) report(data.event);
    const scopes = new Scopes({ records, faults, areas: options.areas, handlerOptions });
    const handle = withControlPlane(scopes, handlerOptions.basePath ?? '/');
    return { handle, close: async () => {}, hasDoor: options.areas, hasAreas: options.areas };
  };
  return serveUntilStopped(
    service,
    {
      records: `in memory: they end with this process${from}`,
      controlPath,
      start: (started) => startServer({ ...started, open }),
    },
    io,
  );
}

async function readSeed(path: string) {
  const { readDataFile } = await import('../../data-file/read-data-file.ts');
  return readDataFile(path);
}

const numbers = ['after', 'times', 'ms', 'status', 'records'];

/**
 * Reads a fault of a command line: JSON, or its name and members such as
 * `lost method=PUT|DELETE target=/home times=1`.
 *
 * @throws {UsageError} when it is neither, or a member is unknown or not valid.
 */
function parseFault(text: string): Fault {
  try {
    const row: Fault = /^\s*\{/.test(text) ? JSON.parse(text) : parseMembers(text);
    createFake({ faults: [row] });
    return row;
  } catch (error) {
    if (!(error instanceof InvalidArgumentError || error instanceof SyntaxError)) throw error;
    const reason = error.message.replace(/\.?$/, '.');
    throw new UsageError(cannotBe('--fault', text, reason), 'Run location-records fake --help.');
  }
}

function parseMembers(text: string): Fault {
  const [fault = '', ...members] = text.trim().split(/\s+/);
  const row: Record<string, unknown> = { fault };
  for (const member of members) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(member) ?? [];
    if (name === '') throw new InvalidArgumentError(member, 'a member such as times=1');
    if (name === 'method') row[name] = value.split('|');
    else row[name] = numbers.includes(name) && value !== '' ? Number(value) : value;
  }
  return row as unknown as Fault;
}
