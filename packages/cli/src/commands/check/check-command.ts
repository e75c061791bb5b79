import type { CheckOptions } from '@location-records/conformance/node';
import { Command } from 'commander';
import { parseText, parseTimeout, repeated, wholeNumber } from '../../command-line/option-values.ts';
import { addHeaderFlag, readHeaders, type ServiceFlags } from '../../command-line/target-flags.ts';

const more = `
A name is a clause, such as "SPEC 4.5" (which includes SPEC 4.5.1) or D16, or the
beginning of case ids, such as list-. Clauses are explained in SPEC.md and
DECISIONS.md of the package @location-records/core.

Examples:
  location-records check http://127.0.0.1:8080
  location-records check https://example.org/locations --read-only
  location-records check http://127.0.0.1:8080 --only D16 --only list-
  location-records check http://127.0.0.1:8080 --junit report.xml
  location-records check https://example.org --header "Authorization: Bearer $TOKEN"

It creates records and removes them again; other records are not touched.

Exit codes: 0 right; 1 faults found; 2 wrong usage; 3 the service cannot be judged;
128 + n ended by signal n.`;

/** Declares `location-records check`. `action` gets the parsed options. */
export function createCheckCommand(action: (options: CheckCommandOptions) => void): Command {
  const command = new Command('check')
    .description('Checks any running server against the specification.')
    .argument('<url>', 'base URL of the service, such as http://127.0.0.1:8080')
    .option('--strict', 'also judge what the specification leaves open, by the decisions (D…)')
    .option('--wire', 'also judge the HTTP below the service: connections, invalid requests')
    .option('--etags', 'judge a service with entity tags, and its conditional requests')
    .option('--read-only', 'send only GET, HEAD and OPTIONS')
    .option('--only <name>', 'run only these cases; may be repeated', repeated(parseText))
    .option('--skip <name>', 'leave out these cases; may be repeated', repeated(parseText))
    .option('--timeout <ms>', 'how long a request and its whole response may take', parseTimeout, 5000)
    .option('--concurrency <number>', 'how many cases run at a time', wholeNumber(1, 64), 8);
  return addHeaderFlag(command)
    .option('--insecure', 'accept an untrusted certificate')
    .option('--json', 'write the report as JSON')
    .option('--junit <file>', 'write the report as JUnit XML; - is stdout', parseText)
    .addHelpText('after', more)
    .action((url: string, { header, ...flags }: Flags) => {
      const headers = readHeaders(header, command);
      const options = { ...flags, url, ...(headers && { headers }) };
      action(options);
    });
}

type Flags = Omit<CheckCommandOptions, 'url' | 'headers'> & Pick<ServiceFlags, 'header'>;

/** The options of `location-records check`. */
export interface CheckCommandOptions extends Omit<CheckOptions, 'signal' | 'onProgress' | 'cases'> {
  readonly json?: true;
  /** The file for the report as JUnit XML, or `-` for stdout. */
  readonly junit?: string;
}
