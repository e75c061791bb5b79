import type { Duration } from '@location-records/testing';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseSeed as parseRandomSeed, parseText, repeat } from '../../command-line/option-values.ts';
import { ServingCommand } from '../../command-line/serving-command.ts';
import {
  addAddressOptions,
  addServiceOptions,
  checkServiceFlags,
  type ServiceFlags,
  type ServiceOptions,
} from '../serve/service-options.ts';
import { parseMilliseconds } from './delay.ts';

const more = `
Examples:
  location-records fake
  location-records fake --port 0 --seed records.json --delay 100-300
  location-records fake --fault 'loseResponse method=DELETE times=1'
  location-records fake --fault '{"fault":"respondWith","status":503,"chance":0.1}'

While it runs, faults, delay, seed and journal are steered below /-/fake:
  curl http://127.0.0.1:8080/-/fake
  curl -X POST http://127.0.0.1:8080/-/fake/reset

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

Exit codes: 0 stopped, everything finished; 1 not started, or failed; 2 wrong
usage; 3 stopped, but requests were cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records fake`. `action` gets the parsed options. */
export function createFakeCommand(action: (options: FakeCommandOptions) => void): Command {
  const command = addAddressOptions(new ServingCommand('fake'))
    .description('Serves a fake for tests in any language, with faults, delays and a journal.')
    .addOption(
      new Option('--seed <file>', 'file with the first records: JSON, GeoJSON, CSV and others').argParser(
        parseText,
      ),
    )
    .addOption(
      new Option('--delay <ms>', 'delay of every response, such as 200, or 100-300 at random').argParser(
        parseDelay,
      ),
    )
    .addOption(
      repeat(
        new Option('--fault <fault>', 'name and members of a fault, or JSON; may be repeated'),
        parseText,
      ),
    )
    .addOption(
      new Option('--random-seed <number>', 'number that decides everything random')
        .default(0)
        .argParser(parseRandomSeed),
    );
  return addServiceOptions(command)
    .addHelpText('after', more)
    .action((flags: Flags, command: Command) => {
      const { seed, delay, fault, randomSeed } = flags;
      action({
        ...checkServiceFlags(flags, command),
        seed,
        delay,
        fault,
        randomSeed,
      });
    });
}

/** Reads a delay. */
function parseDelay(text: string): Duration {
  try {
    return parseMilliseconds(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** The options beside those of the service. */
interface FakeOnlyOptions {
  /** The path of the file with the first records. */
  readonly seed?: string | undefined;
  readonly delay?: Duration | undefined;
  /** Faults as JSON or in the short form, not checked: what checks them is loaded with the fake. */
  readonly fault?: readonly string[] | undefined;
  /** Decides everything random. */
  readonly randomSeed: number;
}

type Flags = ServiceFlags & FakeOnlyOptions;

/** The options of `location-records fake`, validated and with defaults. */
export type FakeCommandOptions = ServiceOptions & FakeOnlyOptions;
