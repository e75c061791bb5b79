import type { FormatName } from '@location-records/formats';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseText } from '../../command-line/option-values.ts';
import {
  addFormatFlag,
  addTargetFlags,
  type RecordsTarget,
  readTarget,
  type TargetFlags,
} from '../../command-line/target-flags.ts';
import { lastingStoreForms } from '../../store-urls/store-urls.ts';

const more = `
Stores: ${lastingStoreForms}

A record that cannot be read gets a line on stderr, and all others are imported. The
same command continues an interrupted import: records that the target already has are
not written again.

Files of other people may need names of properties or columns:
  location-records import cities.geojson --id-property geonameid --description-property name --properties ignore
  location-records import places.csv --id-property code --latitude-column lat --longitude-column lon

Examples:
  location-records import --dry-run places.geojson
  location-records import places.csv --store sqlite:locations.db --errors refused.jsonl
  curl https://example.org/places.geojson | location-records import - --url http://127.0.0.1:8080

Exit codes: 0 all records are imported; 1 failed, or some are refused; 2 wrong usage;
128 + n ended by signal n.`;

/** Declares `location-records import`. `action` gets the parsed options. */
export function createImportCommand(action: (options: ImportCommandOptions) => void): Command {
  const command = new Command('import')
    .description('Imports the records of a file into a store or a running service.')
    .argument('<file>', 'the file, or - for stdin', parseText);
  addTargetFlags(command);
  addFormatFlag(command, 'format of the file (default: by its content)');
  return command
    .option('--dry-run', 'read and check everything, and write nothing')
    .addOption(
      new Option('--on-conflict <action>', 'what to do if the target has other content for an identifier')
        .default('replace', 'replace')
        .choices(['replace', 'skip', 'fail']),
    )
    .option('--id-property <name>', 'property or column with the identifier (default: id)', parseText)
    .option(
      '--description-property <name>',
      'property or column with the description (default: description)',
      parseText,
    )
    .option('--latitude-column <name>', 'column with the latitude (default: latitude)', parseText)
    .option('--longitude-column <name>', 'column with the longitude (default: longitude)', parseText)
    .option('--delimiter <character>', 'separator of CSV (default: by the header)', parseDelimiter)
    .option('--layer <name>', 'layer of a GeoPackage that has several', parseText)
    .addOption(
      new Option('--properties <action>', 'what to do with unknown properties and columns')
        .default('refuse', 'refuse')
        .choices(['refuse', 'ignore']),
    )
    .option('--drop-altitude', 'leave out the altitude of a point')
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .option('--errors <file>', 'write the remarks on records to this file, as lines of JSON', parseText)
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, { store, url, header, timeout, ...rest }: Flags) => {
      const options = { ...rest, file, target: readTarget({ store, url, header, timeout }, command) };
      action(options);
    });
}

/** A single character: more would not be CSV. */
function parseDelimiter(text: string): string {
  const meant = text === '\\t' || text === 'tab' ? '\t' : text;
  if ([...meant].length === 1 && !'"\r\n'.includes(meant)) return meant;
  throw new InvalidArgumentError('It must be one character, or tab.');
}

type Flags = Omit<ImportCommandOptions, 'file' | 'target'> & TargetFlags;

/** The options of `location-records import`. */
export interface ImportCommandOptions {
  /** A path, or `-` for stdin. */
  readonly file: string;
  readonly target: RecordsTarget;
  readonly format?: FormatName | undefined;
  readonly dryRun?: boolean | undefined;
  readonly onConflict: 'replace' | 'skip' | 'fail';
  readonly idProperty?: string | undefined;
  readonly descriptionProperty?: string | undefined;
  readonly latitudeColumn?: string | undefined;
  readonly longitudeColumn?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly layer?: string | undefined;
  readonly properties?: 'refuse' | 'ignore' | undefined;
  readonly dropAltitude?: boolean | undefined;
  readonly strictCoordinates?: boolean | undefined;
  readonly errors?: string | undefined;
  readonly json?: boolean | undefined;
}
