import { Command, Option } from 'commander';
import { wholeNumber } from '../../command-line/option-values.ts';
import {
  type AreaFlags,
  addAreaFlags,
  addServiceFlags,
  parseSource,
  type RecordsTarget,
  readSource,
  type ServiceFlags,
} from '../../command-line/target-flags.ts';
import { lastingStoreForms } from '../../store-urls/store-urls.ts';

const more = `
Sources: the http:// or https:// URL of a service with area queries, or a store:
${lastingStoreForms}

--bbox compares the stored numbers, edges included. --near takes the latitude first,
as people say it; --bbox takes longitudes first, as GeoJSON does. Without either, all
records are found.

Examples:
  location-records find http://127.0.0.1:8080 --near 48.86,2.29 --radius 5000
  location-records find sqlite:locations.db --bbox=-5.2,41.3,9.6,51.1 --limit 1000
  location-records find sqlite:locations.db --near 48.86,2.29 --limit 10 > near.geojson

Exit codes: 0 done, even if nothing is found; 1 failed; 2 wrong usage;
128 + n ended by signal n.`;

/** Declares `location-records find`. `action` gets the parsed options. */
export function createFindCommand(action: (options: FindCommandOptions) => void): Command {
  const command = new Command('find')
    .description('Finds the records in a box or near a point.')
    .argument('<source>', 'URL of a service or of a store, or @file with it', parseSource);
  addAreaFlags(command)
    .option('--limit <number>', 'the maximum number of records', wholeNumber(1, 1e9), 100)
    .addOption(
      new Option(
        '--format <format>',
        'format of the output (default: table on a terminal, or geojson)',
      ).choices(['table', 'geojson', 'ndjson']),
    );
  return addServiceFlags(command)
    .addHelpText('after', more)
    .action((source: ReturnType<typeof parseSource>, { header, timeout, ...flags }: Flags) => {
      if (flags.radius !== undefined && flags.near === undefined) {
        command.error('error: --radius needs --near.');
      }
      const options = { ...flags, source: readSource(source, { header, timeout }, command) };
      action(options);
    });
}

type Flags = Omit<FindCommandOptions, 'source'> & ServiceFlags;

/** The options of `location-records find`. */
export interface FindCommandOptions extends AreaFlags {
  readonly source: RecordsTarget;
  readonly limit: number;
  readonly format?: 'table' | 'geojson' | 'ndjson' | undefined;
}
