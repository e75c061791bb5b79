import type { FormatName } from '@location-records/formats';
import { Command, InvalidArgumentError, Option } from 'commander';
import { formatOption } from '../../command-line/format-flag.ts';
import { parseText } from '../../command-line/option-values.ts';
import {
  addTargetFlags,
  type RecordsTarget,
  readTarget,
  type TargetFlags,
  targetForms,
} from '../../command-line/target-flags.ts';

const conflictActions = ['replace', 'skip', 'fail'];
const propertyActions = ['refuse', 'ignore'];

const more = `
${targetForms}

A record that cannot be read gets a line on stderr, and all others are imported. The
same command continues an interrupted import: what is there already is not written
again.

Files of other people may need to be told where things are:
  location-records import cities.geojson --id-property geonameid --description-property name --properties ignore
  location-records import places.csv --id-property code --latitude-column lat --longitude-column lon

Examples:
  location-records import --dry-run places.geojson
  location-records import places.csv --store sqlite:locations.db --errors refused.jsonl
  curl https://example.org/places.geojson | location-records import - --url http://127.0.0.1:8080

Exit code: 0 all records are in, 1 failed or some were refused, 2 wrong usage,
128 + n ended by signal n.`;

/** Declares `location-records import`. `action` gets the parsed options. */
export function createImportCommand(action: (options: ImportCommandOptions) => void): Command {
  const command = new Command('import')
    .description('Imports the records of a file into a store or a running service.')
    .argument('<file>', 'the file, or - for stdin', parseText);
  return addTargetFlags(command)
    .addOption(formatOption('form of the file (default: told from its content)'))
    .option('--dry-run', 'read and check everything, and write nothing')
    .addOption(
      new Option('--on-conflict <action>', 'what to do with a record whose identifier has another content')
        .default('replace', 'replace')
        .choices(conflictActions),
    )
    .addOption(
      new Option('--id-property <name>', 'property or column with the identifier (default: id)').argParser(
        parseText,
      ),
    )
    .addOption(
      new Option(
        '--description-property <name>',
        'property or column with the description (default: description)',
      ).argParser(parseText),
    )
    .addOption(
      new Option('--latitude-column <name>', 'column with the latitude (default: latitude)').argParser(
        parseText,
      ),
    )
    .addOption(
      new Option('--longitude-column <name>', 'column with the longitude (default: longitude)').argParser(
        parseText,
      ),
    )
    .addOption(
      new Option(
        '--delimiter <character>',
        'what separates the fields of CSV (default: told from the header)',
      ).argParser(parseDelimiter),
    )
    .addOption(
      new Option('--layer <name>', 'the layer of a GeoPackage that has several').argParser(parseText),
    )
    .addOption(
      new Option('--properties <action>', 'what to do with unknown properties and columns')
        .default('refuse', 'refuse')
        .choices(propertyActions),
    )
    .option('--drop-altitude', 'read a point with an altitude without it')
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .addOption(
      new Option('--errors <file>', 'write the remarks on records to this file, as lines of JSON').argParser(
        parseText,
      ),
    )
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, flags: Flags, command: Command) => {
      const { store, url, header, timeout, ...rest } = flags;
      action({ ...rest, file, target: readTarget({ store, url, header, timeout }, command) });
    });
}

/** A single character: more would not be CSV. */
function parseDelimiter(text: string): string {
  const meant = text === '\\t' || text === 'tab' ? '\t' : text;
  if ([...meant].length === 1 && !'"\r\n'.includes(meant)) return meant;
  throw new InvalidArgumentError('It must be one character, or tab.');
}

/** The options as commander gives them. */
type Flags = Omit<ImportCommandOptions, 'file' | 'target'> & TargetFlags;

/** How a file is read. */
export interface ReadingOptions {
  readonly format?: FormatName | undefined;
  readonly idProperty?: string | undefined;
  readonly descriptionProperty?: string | undefined;
  readonly latitudeColumn?: string | undefined;
  readonly longitudeColumn?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly layer?: string | undefined;
  readonly properties?: 'refuse' | 'ignore' | undefined;
  readonly dropAltitude?: boolean | undefined;
  readonly strictCoordinates?: boolean | undefined;
}

/** The options of `location-records import`. */
export interface ImportCommandOptions extends ReadingOptions {
  /** A path, or `-` for stdin. */
  readonly file: string;
  readonly target: RecordsTarget;
  readonly dryRun?: boolean | undefined;
  readonly onConflict: 'replace' | 'skip' | 'fail';
  /** The path of the file for refused records. */
  readonly errors?: string | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
