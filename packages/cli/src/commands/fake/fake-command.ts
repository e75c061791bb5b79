import { type Command, Option } from 'commander';
import { parseText, repeat } from '../../command-line/option-values.ts';
import { ServingCommand } from '../../command-line/serving-command.ts';
import {
  addAddressOptions,
  addServiceOptions,
  checkServiceFlags,
  type ServiceOptions,
} from '../serve/serve-options.ts';

const more = `
Examples:
  location-records fake
  location-records fake --port 0 --seed records.json --fault 'delayed ms=200'
  location-records fake --fault 'lost method=DELETE times=1'
  location-records fake --fault '{"fault":"status","status":503,"target":"/home-*"}'

While it runs, records, faults and journal are steered below /-/fake:
  curl http://127.0.0.1:8080/-/fake
  curl -X POST http://127.0.0.1:8080/-/fake/reset

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

Exit codes: 0 stopped, everything finished; 1 not started, or failed; 2 wrong
usage; 3 stopped, but requests were cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records fake`. `action` gets the parsed options. */
export function createFakeCommand(action: (options: FakeCommandOptions) => void): Command {
  const command = addAddressOptions(new ServingCommand('fake'))
    .description('Serves a fake for tests in any language, with faults and a journal.')
    .addOption(
      new Option('--seed <file>', 'file with the first records: JSON, GeoJSON, CSV and others').argParser(
        parseText,
      ),
    )
    .addOption(
      repeat(
        new Option('--fault <fault>', 'name and members of a fault, or JSON; may be repeated'),
        parseText,
      ),
    );
  return addServiceOptions(command)
    .addHelpText('after', more)
    .action((flags: Flags, command: Command) => {
      const { seed, fault } = flags;
      action({ ...checkServiceFlags(flags, command), seed, fault });
    });
}

/** The options beside those of the service. */
interface FakeOnlyOptions {
  /** The path of the file with the first records. */
  readonly seed?: string | undefined;
  /** Faults as JSON or in the short form, not checked: what checks them is loaded with the fake. */
  readonly fault?: readonly string[] | undefined;
}

type Flags = ServiceOptions & FakeOnlyOptions;

/** The options of `location-records fake`, validated and with defaults. */
export type FakeCommandOptions = ServiceOptions & FakeOnlyOptions;
