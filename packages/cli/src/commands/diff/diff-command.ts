import { Command, Option } from 'commander';
import {
  parseDifferences,
  parseMaxTime,
  parseRuns,
  parseSeed,
  parseTimeout,
} from '../../command-line/option-values.ts';

const more = `
Examples:
  location-records diff http://127.0.0.1:8080 https://example.org/locations
  location-records diff http://127.0.0.1:8080 --seed 7
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --runs 1000 --json

It writes to both services: it creates records and removes them again.

Exit code: 0 no difference found, 1 a difference, 2 wrong usage, 3 the services
could not be compared, or a difference did not show again.`;

/** The options of `location-records diff`. */
export interface DiffCommandOptions {
  readonly urls: readonly [a: string, b: string | undefined];
  readonly seed?: number;
  readonly runs: number;
  readonly maxTime: number;
  readonly maxDifferences: number;
  readonly nullIsAbsent?: boolean;
  readonly exact?: boolean;
  readonly timeout: number;
  readonly insecure?: boolean;
  readonly json?: boolean;
}

/** Declares `location-records diff`. `action` gets the parsed options. */
export function createDiffCommand(action: (options: DiffCommandOptions) => void): Command {
  return new Command('diff')
    .description('Sends the same requests to two services, and shows where their responses differ.')
    .argument('<url-a>', 'base URL of one service, such as http://127.0.0.1:8080')
    .argument('[url-b]', 'base URL of the other (default: the service of this command)')
    .addOption(
      new Option('--seed <number>', 'repeats the requests of an earlier run (default: a new seed)').argParser(
        parseSeed,
      ),
    )
    .addOption(
      new Option('--runs <number>', 'number of sequences of up to 40 requests')
        .default(100)
        .argParser(parseRuns),
    )
    .addOption(
      new Option('--max-time <ms>', 'how long it takes at most').default(60_000).argParser(parseMaxTime),
    )
    .addOption(
      new Option('--max-differences <number>', 'ends after this number of differences')
        .default(10)
        .argParser(parseDifferences),
    )
    .option('--null-is-absent', 'a null description and a missing one are the same')
    .addOption(
      new Option('--exact', 'compares the bytes of bodies, and the order of lists').conflicts('nullIsAbsent'),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .option('--insecure', 'accept untrusted certificates')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((a: string, b: string | undefined, flags: Omit<DiffCommandOptions, 'urls'>) =>
      action({ ...flags, urls: [a, b] }),
    );
}
