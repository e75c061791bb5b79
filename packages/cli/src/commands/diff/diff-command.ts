import { Command, Option } from 'commander';
import {
  parseCalls,
  parseDifferences,
  parseMaxTime,
  parseSeed,
  parseTimeout,
} from '../../command-line/option-values.ts';

const more = `
Examples:
  location-records diff http://127.0.0.1:8080 https://example.org/locations
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --calls 100000
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --seed 7 --json

It writes to both services: it creates records and removes them again.
Equal values of JSON are equal, in any bytes: --notation same compares the bytes.

Exit code: 0 no difference found, 1 a difference, 2 the services could not be
compared.`;

/** Declares `location-records diff`. `action` gets the parsed options. */
export function createDiffCommand(action: (options: DiffCommandOptions) => void): Command {
  return new Command('diff')
    .description(
      'Sends the same calls to two services, and shows each difference in as few calls as possible.',
    )
    .argument('<url-a>', 'base URL of one service, such as http://127.0.0.1:8080')
    .argument('<url-b>', 'base URL of the other, which may have another path')
    .addOption(
      new Option('--calls <number>', 'number of calls to each service').default(2000).argParser(parseCalls),
    )
    .addOption(
      new Option(
        '--seed <number>',
        'repeats the calls of an earlier run (default: a new seed, which the report shows)',
      ).argParser(parseSeed),
    )
    .option('--end-at-first', 'end at the first difference')
    .addOption(
      new Option('--max-differences <number>', 'how many differences are shown, each of another kind')
        .default(10)
        .argParser(parseDifferences),
    )
    .addOption(
      new Option(
        '--max-time <ms>',
        'how long the search goes on (default: until all calls are made)',
      ).argParser(parseMaxTime),
    )
    .addOption(
      new Option('--max-shrink-time <ms>', 'how long the calls of each difference are shortened')
        .default(5000)
        .argParser(parseMaxTime),
    )
    .addOption(
      new Option('--notation <any|same>', 'whether equal values of JSON must be the same bytes')
        .default('any')
        .choices(['any', 'same']),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .option('--insecure', 'accept untrusted certificates')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((a: string, b: string, flags: Omit<DiffCommandOptions, 'urls'>) =>
      action({ ...flags, urls: [a, b] }),
    );
}

/** The options of `location-records diff`. */
export interface DiffCommandOptions {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  /** The number of calls to each service. */
  readonly calls: number;
  /** Without it the run has a new seed. */
  readonly seed?: number | undefined;
  /** The search ends at the first difference. */
  readonly endAtFirst?: boolean | undefined;
  /** The number of differences that are shown, each of another kind. */
  readonly maxDifferences: number;
  /** How long the search goes on, in milliseconds; without it until all calls are made. */
  readonly maxTime?: number | undefined;
  /** How long the calls of each difference are shortened, in milliseconds. */
  readonly maxShrinkTime: number;
  /** Whether equal values of JSON must be the same bytes. */
  readonly notation: 'any' | 'same';
  /** How long to wait for a server each time, in milliseconds. */
  readonly timeout: number;
  /** Accepts untrusted certificates. */
  readonly insecure?: boolean | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
