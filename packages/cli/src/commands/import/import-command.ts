import type { FormatName } from '@location-records/formats';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseText } from '../../command-line/option-values.ts';
import {
  addTargetFlags,
  formatOption,
  type RecordsTarget,
  readTarget,
  type TargetFlags,
  targetForms,
} from '../../command-line/target-flags.ts';

const more = `
${targetForms}

A record that cannot be read gets a line on stderr, and all others are imported. The
same command continues an interrupted import: what the target has already is not
written again.

Files of other people may need to be told where things are:
  location-records import cities.geojson --id-property geonameid --description-property name --properties ignore
  location-records import places.csv --id-property code --latitude-column lat --longitude-column lon

Examples:
  location-records import --dry-run places.geojson
  location-records import places.csv --store sqlite:locations.db --errors refused.jsonl
  curl https://example.org/places.geojson | location-records import - --url http://127.0.0.1:8080

Exit code: 0 all records are in, 1 failed or some were refused, 2 wrong usage,
128 + n ended by signal n.`;

/** Flags whose value is any text. */
const texts: readonly (readonly [flag: string, description: string])[] = [
  ['--id-property <name>', 'property or column with the identifier (default: id)'],
  ['--description-property <name>', 'property or column with the description (default: description)'],
  ['--latitude-column <name>', 'column with the latitude (default: latitude)'],
  ['--longitude-column <name>', 'column with the longitude (default: longitude)'],
  ['--layer <name>', 'the layer of a GeoPackage that has several'],
  ['--errors <file>', 'write the remarks on records to this file, as lines of JSON'],
];

/** Declares `location-records import`. `action` gets the parsed options. */
export function createImportCommand(action: (options: ImportCommandOptions) => void): Command {
  const command = new Command('import')
    .description('Imports the records of a file into a store or a running service.')
    .argument('<file>', 'the file, or - for stdin', parseText);
  addTargetFlags(command)
    .addOption(formatOption('form of the file (default: told from its content)'))
    .option('--dry-run', 'read and check everything, and write nothing')
    .addOption(
      new Option('--on-conflict <action>', 'what to do with a record whose identifier has another content')
        .default('replace', 'replace')
        .choices(['replace', 'skip', 'fail']),
    );
  for (const [flag, description] of texts)
    command.addOption(new Option(flag, description).argParser(parseText));
  return command
    .addOption(
      new Option(
        '--delimiter <character>',
        'what separates the fields of CSV (default: told from the header)',
      ).argParser(parseDelimiter),
    )
    .addOption(
      new Option('--properties <action>', 'what to do with unknown properties and columns')
        .default('refuse', 'refuse')
        .choices(['refuse', 'ignore']),
    )
    .option('--drop-altitude', 'read a point with an altitude without it')
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, { store, url, header, timeout, ...rest }: Flags) => {
      action({ ...rest, file, target: readTarget({ store, url, header, timeout }, command) });
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
