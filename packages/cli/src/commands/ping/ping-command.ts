import { Command, Option } from 'commander';
import {
  type HeaderField,
  parseServiceUrl,
  parseTimeout,
  wholeNumber,
} from '../../command-line/option-values.ts';
import { addHeaderFlag, readHeaders } from '../../command-line/target-flags.ts';

const more = `
Without a URL it asks this machine, on the port of PORT (8080 without it) and below
LOCATION_RECORDS_BASE_PATH: the same service as location-records serve has with these
variables.

Examples:
  location-records ping
  location-records ping https://places.example.org/locations
  location-records ping --wait 30 && location-records import places.csv --url http://127.0.0.1:8080

Exit codes: 0 ready; 1 not ready, or no answer; 2 wrong usage; 128 + n ended by
signal n.`;

/** The options of `location-records ping`. */
export interface PingOptions {
  /** The base URL of the service. By default the one on this machine. */
  readonly url?: string | undefined;
  /** How long to ask again until it is ready, in seconds. */
  readonly wait: number;
  /** How long one answer may take, in milliseconds. */
  readonly timeout: number;
  readonly headers: readonly HeaderField[];
  readonly quiet?: boolean | undefined;
}

/** Declares `location-records ping`. `action` gets the parsed options. */
export function createPingCommand(action: (options: PingOptions) => void): Command {
  const command = new Command('ping')
    .description('Tells whether a service is ready, for containers, scripts and CI.')
    .argument('[url]', 'base URL of the service', parseServiceUrl)
    .addOption(
      new Option('--wait <seconds>', 'how long to ask again until it is ready')
        .default(0)
        .argParser(wholeNumber(0, 86_400, 'a whole number of seconds from 0 to 86400')),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long one answer may take').default(5000).argParser(parseTimeout),
    );
  return addHeaderFlag(command)
    .option('--quiet', 'print nothing when it is ready')
    .addHelpText('after', more)
    .action((url: string | undefined, { header, ...flags }: Omit<PingOptions, 'url' | 'headers'> & Headed) =>
      action({ ...flags, url, headers: readHeaders(header, command) ?? [] }),
    );
}

interface Headed {
  readonly header?: readonly (HeaderField | undefined)[] | undefined;
}
