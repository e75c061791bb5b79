import { Command, Option } from 'commander';
import {
  type HeaderField,
  parseMaxTime,
  parseTimeout,
  wholeNumber,
} from '../../command-line/option-values.ts';
import { addHeaderFlag, readHeaders, type ServiceFlags } from '../../command-line/target-flags.ts';

const more = `
Examples:
  location-records diff http://127.0.0.1:8080 https://example.org/locations
  location-records diff http://127.0.0.1:8080 --seed 7
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --runs 1000 --json
  location-records diff http://127.0.0.1:8080 https://example.org --header-b @token.txt

It writes to both services: it creates records and removes them again.

Exit codes: 0 no difference found; 1 a difference; 2 wrong usage; 3 the services
cannot be compared, or no difference showed again; 128 + n ended by signal n.`;

/** The options of `location-records diff`. */
export interface DiffCommandOptions {
  readonly urls: readonly [a: string, b: string | undefined];
  /** Fields for every request to the service in the same place. */
  readonly headers: readonly [a: readonly HeaderField[], b: readonly HeaderField[]];
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
  const command = new Command('diff')
    .description('Sends the same requests to two services, and shows where their responses differ.')
    .argument('<url-a>', 'base URL of one service, such as http://127.0.0.1:8080')
    .argument('[url-b]', 'base URL of the other (default: the service of this command)');
  addHeaderFlag(command, '--header-a', ' to the first service');
  return addHeaderFlag(command, '--header-b', ' to the other')
    .option(
      '--seed <number>',
      'repeat the requests of an earlier run (default: a new seed)',
      wholeNumber(0, 2 ** 32 - 1),
    )
    .option('--runs <number>', 'how many sequences of up to 40 requests', wholeNumber(1, 1_000_000), 100)
    .option('--max-time <ms>', 'how long it may take', parseMaxTime, 60_000)
    .option('--max-differences <number>', 'stop after this many differences', wholeNumber(1, 100), 10)
    .option('--null-is-absent', 'treat a null description as a missing one')
    .addOption(
      new Option('--exact', 'compare the bytes of bodies, and the order of lists').conflicts('nullIsAbsent'),
    )
    .option('--timeout <ms>', 'how long a request and its whole response may take', parseTimeout, 5000)
    .option('--insecure', 'accept untrusted certificates')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((a: string, b: string | undefined, { headerA, headerB, ...flags }: Flags) => {
      if (headerB && b === undefined) command.error('error: --header-b needs the URL of the other service.');
      const headers = [
        readHeaders(headerA, command, '--header-a') ?? [],
        readHeaders(headerB, command, '--header-b') ?? [],
      ] as const;
      const options: DiffCommandOptions = { ...flags, urls: [a, b], headers };
      action(options);
    });
}

interface Flags extends Omit<DiffCommandOptions, 'urls' | 'headers'> {
  readonly headerA?: ServiceFlags['header'];
  readonly headerB?: ServiceFlags['header'];
}
