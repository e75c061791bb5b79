import type { CheckOptions } from '@location-records/conformance/node';
import { Command, Option } from 'commander';
import { headerOption, parseHeaders } from '../../command-line/header-flag.ts';
import { parseConcurrency, parseText, parseTimeout, repeat } from '../../command-line/option-values.ts';

const more = `
A name is a clause, such as "SPEC 4.5" (which includes SPEC 4.5.1) or D16, or the
beginning of case ids, such as list-. Clauses are explained in SPEC.md and
DECISIONS.md, which are files of the package @location-records/core.

Examples:
  location-records check http://127.0.0.1:8080
  location-records check https://example.org/locations --read-only
  location-records check http://127.0.0.1:8080 --only D16 --only list-
  location-records check http://127.0.0.1:8080 --junit report.xml
  location-records check https://example.org --header "Authorization: Bearer $TOKEN"

It creates records and removes them again; other records are not touched.
Exit code: 0 right, 1 faults found, 2 wrong usage, 3 the service could not be judged.`;

/** Declares `location-records check`. `action` gets the parsed options. */
export function createCheckCommand(action: (options: CheckCommandOptions) => void): Command {
  return new Command('check')
    .description('Checks any running server against the specification.')
    .argument('<url>', 'base URL of the service, such as http://127.0.0.1:8080')
    .option('--strict', 'also judge what the specification leaves open, by the decisions (D…)')
    .option('--wire', 'also judge the HTTP below the service: connections, invalid requests')
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .addOption(repeat(new Option('--only <name>', 'run only these cases; may be repeated'), parseText))
    .addOption(repeat(new Option('--skip <name>', 'leave out these cases; may be repeated'), parseText))
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for the server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .addOption(
      new Option('--concurrency <number>', 'how many cases are run at a time')
        .default(8)
        .argParser(parseConcurrency),
    )
    .addOption(headerOption())
    .option('--insecure', 'accept an untrusted certificate')
    .option('--json', 'write the report as JSON')
    .addOption(
      new Option('--junit <file>', 'write the report as JUnit XML; - is stdout').argParser(parseText),
    )
    .addHelpText('after', more)
    .action((url: string, { header, ...flags }: Flags, command: Command) => {
      const headers = parseHeaders(header, command);
      action({ ...flags, url, ...(headers && { headers }) });
    });
}

/** The options as commander gives them. */
type Flags = Omit<CheckCommandOptions, 'url' | 'headers'> & { readonly header?: readonly string[] };

/** The options of `location-records check`. */
export interface CheckCommandOptions extends Omit<CheckOptions, 'signal' | 'onProgress' | 'cases'> {
  readonly json?: true;
  /** The file for the report as JUnit XML, or `-` for stdout. */
  readonly junit?: string;
}
