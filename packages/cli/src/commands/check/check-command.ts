import type { CheckOptions } from '@location-records/conformance/node';
import { Command, Option } from 'commander';
import { headerOption, parseHeaders } from '../../command-line/header-flag.ts';
import { parseConcurrency, parseText, parseTimeout, repeat } from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';

const more = `
A name is a clause, such as "SPEC 4.5" (which includes SPEC 4.5.1) or D16, or the
beginning of case ids, such as list-. Clauses are explained in SPEC.md and
DECISIONS.md, which are files of the package @location-records/core.

Examples:
  location-records check http://127.0.0.1:8080
  location-records check https://example.org/locations --read-only
  location-records check http://127.0.0.1:8080 --only D16 --only list-
  location-records check http://127.0.0.1:8080 --junit --output report.xml
  location-records check https://example.org --header "Authorization: Bearer $TOKEN"
  location-records check --list --only D16

It creates records and removes them again; other records are not touched.
Exit code: 0 every case that ran passed, 1 some did not, 2 the server could not be
checked.`;

/** Declares `location-records check`. `action` gets the parsed options. */
export function createCheckCommand(action: (options: CheckCommandOptions) => void): Command {
  return new Command('check')
    .description('Checks any running server against the specification.')
    .argument('[url]', 'base URL of the service, such as http://127.0.0.1:8080')
    .addOption(
      new Option('--list', 'list the selected cases, and check nothing').conflicts([
        'readOnly',
        'junit',
        'output',
      ]),
    )
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .option('--spec-only', 'run only what the specification requires')
    .addOption(
      new Option('--level <service|all>', 'leave out what the server or proxy beneath the service decides')
        .default('all')
        .choices(['service', 'all']),
    )
    .addOption(repeat(new Option('--only <name>', 'run only these cases; may be repeated'), parseText))
    .addOption(repeat(new Option('--skip <name>', 'leave out these cases; may be repeated'), parseText))
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for the server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .addOption(
      new Option('--concurrency <number>', 'how many cases are run at a time')
        .default(4)
        .argParser(parseConcurrency),
    )
    .option('--fail-fast', 'end at the first case that fails')
    .addOption(headerOption())
    .option('--insecure', 'accept an untrusted certificate')
    .addOption(new Option('--json', 'write the report as JSON').conflicts('junit'))
    .option('--junit', 'write the report as JUnit XML')
    .addOption(
      new Option('--output <file>', 'file for --json or --junit; stdout then has the text report').argParser(
        parseText,
      ),
    )
    .addHelpText('after', more)
    .action((url: string | undefined, { json, junit, list, header, ...flags }: Flags, command: Command) => {
      if (url === undefined && !list) {
        throw new UsageError('<url> is missing: location-records check <url>.', helpHint(command));
      }
      const format: ReportFormat = json ? 'json' : junit ? 'junit' : 'text';
      if (flags.output !== undefined && format === 'text') {
        throw new UsageError('--output needs --json or --junit.', helpHint(command));
      }
      const headers = parseHeaders(header, command);
      action({ ...flags, url: url ?? '', format, ...(list && { list }), ...(headers && { headers }) });
    });
}

/** The options as commander gives them. */
type Flags = Omit<CheckCommandOptions, 'url' | 'format' | 'headers'> & {
  readonly json?: true;
  readonly junit?: true;
  readonly header?: readonly string[];
};

/** The format of a report: plain text, JSON, or the XML that CI servers read. */
export type ReportFormat = 'text' | 'json' | 'junit';

/** The options of `location-records check`. */
export interface CheckCommandOptions
  extends Pick<
    CheckOptions,
    | 'url'
    | 'readOnly'
    | 'specOnly'
    | 'level'
    | 'only'
    | 'skip'
    | 'timeout'
    | 'concurrency'
    | 'failFast'
    | 'headers'
    | 'insecure'
  > {
  /** Lists the selected cases instead of checking; `url` may be empty then. */
  readonly list?: boolean | undefined;
  readonly format: ReportFormat;
  /** The file for the report; stdout then has the text report. Without it, the report goes to stdout. */
  readonly output?: string | undefined;
}
