import { InvalidArgumentError, type LocationRecord } from '@location-records/core';
import { type Duration, delayResponse } from '@location-records/testing';
import { StartError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { cannotBe } from '../../output/printable-text.ts';
import { serveUntilStopped } from '../serve/serve-until-stopped.ts';
import { type OpenService, startServer } from '../serve/start-server.ts';
import { controlPath, withControlPlane } from './control-plane.ts';
import type { FakeCommandOptions } from './fake-command.ts';
import { type FaultDescription, parseFault } from './fault-description.ts';
import { InputError } from './members.ts';
import { readSeed } from './seed.ts';
import { SteeredFake } from './steered-fake.ts';

const helpHint = 'Run location-records fake --help.';

/**
 * Serves a fake until a signal. Resolves to the exit code of `serveUntilStopped`.
 *
 * @throws {UsageError} when the delay or a fault is not valid.
 * @throws {StartError} when it cannot start, and every exception that is not caught meanwhile.
 */
export async function fake(options: FakeCommandOptions, io: Io): Promise<number> {
  const { seed, delay = 0, fault = [], randomSeed, ...service } = options;
  const { areas } = options;
  checkDelay(delay);
  const faults = fault.map(readFault);
  const records = seed === undefined ? [] : await readRecords(seed);
  const from = seed === undefined ? '' : `; ${records.length} from ${seed}`;
  const open: OpenService = async ({ handlerOptions }) => {
    const steered = new SteeredFake({ records, delay, faults, randomSeed, areas }, handlerOptions);
    return { handle: withControlPlane(steered, handlerOptions.basePath ?? '/'), close: async () => {} };
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

async function readRecords(path: string): Promise<readonly LocationRecord[]> {
  try {
    return await readSeed(path);
  } catch (error) {
    if (error instanceof InputError) {
      throw new StartError(`The seed ${path} cannot be used. ${error.message}`, { cause: error });
    }
    const problem = (error as Error).message.replace(/\.$/, '');
    const message = `The seed cannot be used. ${problem}; name a file of records with --seed.`;
    throw new StartError(message, { cause: error });
  }
}

function checkDelay(delay: Duration): void {
  try {
    delayResponse(delay);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const text = typeof delay === 'number' ? String(delay) : delay.join('-');
    const reason = error.message.replace(/^.* expected/, 'It must be');
    throw new UsageError(cannotBe('--delay', text, reason), helpHint);
  }
}

function readFault(text: string): FaultDescription {
  try {
    return parseFault(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(cannotBe('--fault', text, error.message), helpHint);
  }
}
