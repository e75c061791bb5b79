import type { FormatName } from '@location-records/formats';
import { Command } from 'commander';
import { parseText } from '../../command-line/option-values.ts';
import {
  type AreaFlags,
  addAreaFlags,
  addFormatFlag,
  addTargetFlags,
  type RecordsTarget,
  readTarget,
  type TargetFlags,
} from '../../command-line/target-flags.ts';
import { lastingStoreForms } from '../../store-urls/store-urls.ts';

const more = `
Stores: ${lastingStoreForms}

The file gets its name when it is complete: an interrupted export changes nothing.

Text that begins with =, +, - or @ is exported as it is: in a spreadsheet, import CSV
with all columns as text if others can write records, so that no formula runs.

--bbox and --near need a service with area queries. A store without an index for them is
read as a whole.

Examples:
  location-records export places.geojson
  location-records export places.csv --store sqlite:locations.db
  location-records export paris.gpkg --bbox=2.2,48.8,2.5,48.95
  location-records export - --url http://127.0.0.1:8080 --format ndjson | gzip > places.ndjson.gz

Exit codes: 0 exported; 1 failed; 2 wrong usage; 128 + n ended by signal n.`;

/** Declares `location-records export`. `action` gets the parsed options. */
export function createExportCommand(action: (options: ExportCommandOptions) => void): Command {
  const command = new Command('export')
    .description('Exports the records of a store or of a running service to a file.')
    .argument('<file>', 'the file, or - for stdout', parseText);
  addTargetFlags(command);
  addFormatFlag(command, 'format of the file (default: by its name; geojson on stdout)');
  return addAreaFlags(command)
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, { store, url, header, timeout, ...rest }: Flags) => {
      if ((rest.near === undefined) !== (rest.radius === undefined)) {
        const [given, missing] = rest.near === undefined ? ['--radius', '--near'] : ['--near', '--radius'];
        command.error(`error: ${given} needs ${missing}.`);
      }
      if (file === '-' && rest.json) command.error('error: --json has no room beside records on stdout.');
      const options = { ...rest, file, source: readTarget({ store, url, header, timeout }, command) };
      action(options);
    });
}

type Flags = Omit<ExportCommandOptions, 'file' | 'source'> & TargetFlags;

/** The options of `location-records export`. */
export interface ExportCommandOptions extends AreaFlags {
  /** A path, or `-` for stdout. */
  readonly file: string;
  readonly source: RecordsTarget;
  readonly format?: FormatName | undefined;
  readonly json?: boolean | undefined;
}
