import { Command, Option } from 'commander';
import { headerOption, parseHeaders } from '../../command-line/header-flag.ts';
import { parseFoundRecords, parseText, parseTimeout } from '../../command-line/option-values.ts';
import { parseSource, type RecordsTarget } from '../../command-line/target-flags.ts';
import { helpHint, UsageError } from '../../errors.ts';
import { lastingStoreForms } from '../../store-urls/store-urls.ts';

const formats = ['table', 'geojson', 'ndjson'];

const more = `
Sources: the http:// or https:// URL of a service with --areas, or a store:
${lastingStoreForms}

--bbox compares the stored numbers, edges included. --near takes the latitude first,
as people say it; --bbox takes longitudes first, as GeoJSON does. Without both, all
records come.

Examples:
  location-records find http://127.0.0.1:8080 --near 48.86,2.29 --radius 5000
  location-records find sqlite:locations.db --bbox=-5.2,41.3,9.6,51.1 --limit 1000
  location-records find sqlite:locations.db --near 48.86,2.29 --limit 10 > near.geojson

Exit code: 0 found, even nothing; 1 failed; 2 wrong usage, or a service that cannot
be asked; 128 + n ended by signal n.`;

/** Declares `location-records find`. `action` gets the parsed options. */
export function createFindCommand(action: (options: FindCommandOptions) => void): Command {
  return new Command('find')
    .description('Finds the records in a box or near a point.')
    .argument('<source>', 'URL of a service or of a store', parseSource)
    .addOption(
      new Option('--bbox <west,south,east,north>', 'the records in this box')
        .argParser(parseText)
        .conflicts(['near', 'radius']),
    )
    .addOption(
      new Option('--near <latitude,longitude>', 'the records near this point, the nearest first').argParser(
        parseText,
      ),
    )
    .addOption(new Option('--radius <metres>', 'how far they may be; for --near').argParser(parseText))
    .addOption(
      new Option('--limit <number>', 'the maximum number of records')
        .default(100)
        .argParser(parseFoundRecords),
    )
    .addOption(
      new Option(
        '--format <format>',
        'form of the output (default: table on a terminal, geojson elsewhere)',
      ).choices(formats),
    )
    .addOption(headerOption())
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a service each time (default: 30000)').argParser(
        parseTimeout,
      ),
    )
    .addHelpText('after', more)
    .action(
      (source: ReturnType<typeof parseSource>, { header, timeout, ...flags }: Flags, command: Command) => {
        if (flags.radius !== undefined && flags.near === undefined) {
          throw new UsageError('--radius needs --near.', helpHint(command));
        }
        if (header !== undefined && typeof source !== 'string') {
          throw new UsageError('--header is for the URL of a service, not for a store.', helpHint(command));
        }
        if (timeout !== undefined && typeof source !== 'string') {
          throw new UsageError('--timeout is for the URL of a service, not for a store.', helpHint(command));
        }
        const headers = parseHeaders(header, command) ?? [];
        const service = (url: string) => ({ url, headers, timeout: timeout ?? 30_000 });
        action({ ...flags, source: typeof source === 'string' ? service(source) : source });
      },
    );
}

/** The options as commander gives them. */
interface Flags extends Omit<FindCommandOptions, 'source'> {
  readonly header?: readonly string[] | undefined;
  readonly timeout?: number | undefined;
}

/** The options of `location-records find`. The service checks the values of the query. */
export interface FindCommandOptions {
  readonly source: RecordsTarget;
  readonly bbox?: string | undefined;
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
  readonly limit: number;
  readonly format?: 'table' | 'geojson' | 'ndjson' | undefined;
}
