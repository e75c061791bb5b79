import { Command, Option } from 'commander';
import { parseCalls, parseSeed, parseTimeout } from '../../command-line/option-values.ts';

const more = `
Examples:
  location-records diff http://127.0.0.1:8080 https://example.org/locations
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --calls 100000
  location-records diff http://127.0.0.1:8080 http://127.0.0.1:8081 --seed 7 --json

Both services are written to: it makes records of its own and removes them
again. Exit code: 0 no difference was found, 1 there is one, 2 they could not be
compared.`;

/** Declares `location-records diff`. `action` is given what the command line says. */
export function createDiffCommand(action: (options: DiffCommandOptions) => void): Command {
  return new Command('diff')
    .description(
      'Makes the same calls to two services, and shows the first difference in as few as it takes.',
    )
    .argument('<url-a>', 'base URL of one service, such as http://127.0.0.1:8080')
    .argument('<url-b>', 'base URL of the other, which may have another path')
    .addOption(
      new Option('--calls <number>', 'how many calls each is sent').default(2000).argParser(parseCalls),
    )
    .addOption(
      new Option(
        '--seed <number>',
        'makes the calls of an earlier run again (default: a new one, which is told)',
      ).argParser(parseSeed),
    )
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .option('--insecure', 'take certificates that are not trusted')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((a: string, b: string, flags: Omit<DiffCommandOptions, 'urls'>) =>
      action({ ...flags, urls: [a, b] }),
    );
}

/** What the command line of `location-records diff` says. */
export interface DiffCommandOptions {
  /** The base URLs of the two services. */
  readonly urls: readonly [a: string, b: string];
  /** How many calls each service is sent. */
  readonly calls: number;
  /** Without it a new one is taken. */
  readonly seed?: number | undefined;
  /** How many milliseconds each wait for a server is given. */
  readonly timeout: number;
  /** Takes certificates that are not trusted. */
  readonly insecure?: boolean | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
