import type { ImportFormat } from '@location-records/formats';
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

Format, coordinates, identifiers and descriptions are found by the names and the values
in the file. What was understood is on stderr before the first record is written, and
--dry-run shows it with the first records.

The same command continues an interrupted import: records that the target already has
are not written again.

Examples:
  location-records import --dry-run places.csv
  location-records import places.csv --id country+code --description '{name}, {city}'
  location-records import stations.geojson --crs EPSG:2154 --errors problems.jsonl
  curl https://example.org/places.geojson | location-records import - --url http://127.0.0.1:8080

Exit codes: 0 all records are imported; 1 failed, nothing came in, or some are refused;
2 wrong usage; 128 + n ended by signal n.`;

/** Declares `location-records import`. `action` gets the parsed options. */
export function createImportCommand(action: (options: ImportCommandOptions) => void): Command {
  const command = new Command('import')
    .description('Imports a file of places into a store or a running service.')
    .argument('<file>', 'the file, or - for stdin', parseText);
  addTargetFlags(command);
  addFormatFlag(command, 'format of the file (default: by its content)', ['kmz', 'shapefile']);
  return command
    .option('--dry-run', 'show what would be imported, and write nothing')
    .addOption(
      new Option('--on-conflict <action>', 'what to do if the target has other content for an identifier')
        .default('replace', 'replace')
        .choices(['replace', 'skip', 'fail']),
    )
    .option('--id <column>', 'column with the identifier, columns as a+b, or slug, hash, row', parseText)
    .option('--description <column>', "column, or a template such as '{name}, {city}'", parseAnyText)
    .option('--latitude <column>', 'column with the latitude', parseText)
    .option('--longitude <column>', 'column with the longitude', parseText)
    .option('--coordinates <column>', 'column with both coordinates', parseText)
    .option('--swap', 'exchange latitude and longitude')
    .option('--crs <system>', 'reference system of the coordinates, such as EPSG:2154', parseText)
    .option('--scale <factor>', 'multiply the coordinates by this, such as 1e-7', parseFactor)
    .option('--encoding <name>', 'encoding of the text, such as windows-1251', parseText)
    .option('--columns <names>', 'names of the columns of CSV without a header: a,b,c', parseNames)
    .option('--delimiter <character>', 'separator of CSV', parseDelimiter)
    .option('--layer <name>', 'layer of a file that has several', parseText)
    .option(
      '--trust-file',
      'let the SQL run that computes a layer of a GeoPackage, such as a view, and unpack large archives',
    )
    .addOption(
      new Option(
        '--duplicates <action>',
        'what to do with different records with one identifier (default: error)',
      ).choices(['error', 'last']),
    )
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .option('--strict', 'guess nothing: read only what export writes, with the columns that are named')
    .addOption(
      new Option(
        '--properties <action>',
        'with --strict: what to do with unknown columns (default: refuse)',
      ).choices(['refuse', 'ignore']),
    )
    .option('--drop-altitude', 'with --strict: leave out the altitude of a point')
    .option('--errors <file>', 'write all problems with records to this file, as lines of JSON', parseText)
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, { store, url, header, timeout, ...rest }: Flags) => {
      checkTogether(rest, command);
      action({ ...rest, file, target: readTarget({ store, url, header, timeout }, command) });
    });
}

const inspectOnly = ['coordinates', 'swap', 'crs', 'scale', 'encoding', 'columns', 'duplicates'] as const;
const strictOnly = { properties: '--properties', dropAltitude: '--drop-altitude' } as const;

/** Ends the command if flags do not fit together. */
function checkTogether(flags: Omit<ImportCommandOptions, 'file' | 'target'>, command: Command): void {
  const { strict, latitude, longitude, coordinates, duplicates, onConflict } = flags;
  if (strict) {
    const stray = inspectOnly.find((name) => flags[name] !== undefined);
    if (stray !== undefined) command.error(`error: --${stray} cannot be used with --strict.`);
    return;
  }
  for (const name of ['properties', 'dropAltitude'] as const) {
    if (flags[name] === undefined) continue;
    command.error(
      `error: ${strictOnly[name]} is for --strict; without it, nothing more than needed is read.`,
    );
  }
  if ((latitude === undefined) !== (longitude === undefined)) {
    command.error('error: --latitude and --longitude need each other.');
  }
  if (latitude !== undefined && coordinates !== undefined) {
    command.error('error: --coordinates is a column with both; leave out --latitude and --longitude.');
  }
  if (duplicates === 'last' && onConflict !== 'replace') {
    command.error('error: --duplicates last needs --on-conflict replace.');
  }
}

/** Accepts an empty text as well, which means none. */
function parseAnyText(text: string): string {
  return text === '' ? text : parseText(text);
}

function parseFactor(text: string): number {
  const factor = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(factor) && factor !== 0) return factor;
  throw new InvalidArgumentError('It must be a number other than 0, such as 1e-7.');
}

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (new Set(names).size === names.length && !names.includes('')) return names;
  throw new InvalidArgumentError('It must be different names with commas between them.');
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
  readonly format?: ImportFormat | undefined;
  readonly dryRun?: boolean | undefined;
  readonly onConflict: 'replace' | 'skip' | 'fail';
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
  readonly coordinates?: string | undefined;
  readonly swap?: boolean | undefined;
  readonly crs?: string | undefined;
  readonly scale?: number | undefined;
  readonly encoding?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly delimiter?: string | undefined;
  readonly layer?: string | undefined;
  readonly trustFile?: boolean | undefined;
  readonly duplicates?: 'error' | 'last' | undefined;
  readonly strictCoordinates?: boolean | undefined;
  readonly strict?: boolean | undefined;
  readonly properties?: 'refuse' | 'ignore' | undefined;
  readonly dropAltitude?: boolean | undefined;
  readonly errors?: string | undefined;
  readonly json?: boolean | undefined;
}
