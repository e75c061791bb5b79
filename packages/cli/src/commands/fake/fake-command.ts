import { Command, Option } from 'commander';
import { parseText, repeated } from '../../command-line/option-values.ts';
import { addFakeOptions, checkServiceOptions, type ServiceOptions } from '../serve/serve-options.ts';

const more = `
Examples:
  location-records fake
  location-records fake --port 0 --seed records.json --fault 'delayed ms=200'
  location-records fake --fault 'lost method=DELETE times=1'
  location-records fake --fault '{"fault":"status","status":503,"target":"/home-*"}'

While it runs, /-/fake controls its records, faults and journal:
  curl http://127.0.0.1:8080/-/fake
  curl -X POST http://127.0.0.1:8080/-/fake/reset

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

Exit codes: 0 stopped, all requests finished; 1 not started, or failed; 2 wrong usage;
3 stopped, requests cut off; 128 + n ended by a second signal n.`;

const ownOptions = () => [
  new Option('--seed <file>', 'start with the records of this file: JSON, GeoJSON, CSV and others').argParser(
    parseText,
  ),
  new Option('--fault <fault>', 'name and members of a fault, or JSON; may be repeated').argParser(
    repeated(parseText),
  ),
];

/** Declares `location-records fake`. `action` gets the parsed options. */
export function createFakeCommand(action: (options: FakeCommandOptions) => void): Command {
  const command = new Command('fake').description(
    'Serves a fake for tests in any language, with faults and a journal.',
  );
  return addFakeOptions(command, ownOptions())
    .addHelpText('after', more)
    .action((options: FakeCommandOptions) => {
      checkServiceOptions(options, command);
      action(options);
    });
}

/** The options of `location-records fake`. */
export interface FakeCommandOptions extends ServiceOptions {
  /** The path of the file with the first records. */
  readonly seed?: string | undefined;
  /** Faults as JSON or in the short form, not checked: what checks them is loaded with the fake. */
  readonly fault?: readonly string[] | undefined;
}
