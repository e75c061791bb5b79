import type { CheckOptions } from '@location-records/conformance/node';
import { Command, Option } from 'commander';
import { parseText, parseTimeout, repeat } from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';

const more = `
A name is a clause, such as "SPEC 4.5" (with SPEC 4.5.1 and so on) or D16, or how
the ids of cases begin, such as list-.

Examples:
  location-records check http://127.0.0.1:8080
  location-records check https://example.org/locations --read-only
  location-records check http://127.0.0.1:8080 --only D16 --only list-
  location-records check http://127.0.0.1:8080 --junit --output report.xml

It writes records of its own and removes them again; others it leaves alone.
Exit code: 0 all that was run has passed, 1 something has not, 2 it could not be
checked.`;

/** Declares `location-records check`. `action` is given what the command line says. */
export function createCheckCommand(action: (options: CheckCommandOptions) => void): Command {
  return new Command('check')
    .description('Checks a running server of any make against the specification.')
    .argument('<url>', 'base URL of the service, such as http://127.0.0.1:8080')
    .option('--read-only', 'send nothing but GET, HEAD and OPTIONS')
    .option('--spec-only', 'leave out what the specification leaves open')
    .addOption(repeat(new Option('--only <name>', 'run these cases alone; may be repeated'), parseText))
    .addOption(repeat(new Option('--skip <name>', 'leave these cases out; may be repeated'), parseText))
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for the server each time')
        .default(5000)
        .argParser(parseTimeout),
    )
    .option('--insecure', 'take a certificate that is not trusted')
    .addOption(new Option('--json', 'write the report as JSON').conflicts('junit'))
    .option('--junit', 'write the report as JUnit XML')
    .addOption(
      new Option('--output <file>', 'where --json or --junit goes to, beside the text on stdout').argParser(
        parseText,
      ),
    )
    .addHelpText('after', more)
    .action((url: string, { json, junit, ...flags }: Flags, command: Command) => {
      const format: ReportFormat = json ? 'json' : junit ? 'junit' : 'text';
      if (flags.output !== undefined && format === 'text') {
        throw new UsageError('--output needs --json or --junit.', helpHint(command));
      }
      action({ ...flags, url, format });
    });
}

/** What commander makes of the command line. */
type Flags = Omit<CheckCommandOptions, 'url' | 'format'> & { readonly json?: true; readonly junit?: true };

/** How a report is written: for a person, as JSON, or as the XML that CI servers read. */
export type ReportFormat = 'text' | 'json' | 'junit';

/** What the command line of `location-records check` says. */
export interface CheckCommandOptions
  extends Pick<CheckOptions, 'url' | 'readOnly' | 'specOnly' | 'only' | 'skip' | 'timeout' | 'insecure'> {
  readonly format: ReportFormat;
  /** The file that the report goes to; stdout then has the one for a person. Without it, stdout has the report. */
  readonly output?: string | undefined;
}
