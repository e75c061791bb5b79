import type { FormatName } from '@location-records/formats';
import { Command, Option } from 'commander';
import { formatOption } from '../../command-line/format-flag.ts';
import { parseText } from '../../command-line/option-values.ts';
import {
  addTargetFlags,
  type RecordsTarget,
  readTarget,
  type TargetFlags,
  targetForms,
} from '../../command-line/target-flags.ts';
import { helpHint, UsageError } from '../../errors.ts';

const more = `
${targetForms}

The file gets its name when it is whole: until then it is written under another one,
and an interrupted export changes nothing.

--bbox and --near need a service with --areas. A store without an index for them is
read as a whole.

Examples:
  location-records export places.geojson
  location-records export places.csv --store sqlite:locations.db
  location-records export paris.gpkg --bbox=2.2,48.8,2.5,48.95
  location-records export - --url http://127.0.0.1:8080 --format ndjson | gzip > places.ndjson.gz

Exit code: 0 exported, 1 failed, 2 wrong usage, 128 + n ended by signal n.`;

/** Declares `location-records export`. `action` gets the parsed options. */
export function createExportCommand(action: (options: ExportCommandOptions) => void): Command {
  const command = new Command('export')
    .description('Exports the records of a store or of a running service to a file.')
    .argument('<file>', 'the file, or - for stdout', parseText);
  return addTargetFlags(command)
    .addOption(formatOption('form of the file (default: told from its name; geojson on stdout)'))
    .addOption(
      new Option('--bbox <west,south,east,north>', 'only the records in this box')
        .argParser(parseText)
        .conflicts(['near', 'radius']),
    )
    .addOption(
      new Option('--near <latitude,longitude>', 'only the records near this point').argParser(parseText),
    )
    .addOption(new Option('--radius <metres>', 'how far they may be; for --near').argParser(parseText))
    .option('--json', 'write the report as JSON')
    .addHelpText('after', more)
    .action((file: string, flags: Flags, command: Command) => {
      const { store, url, header, timeout, ...rest } = flags;
      if ((flags.near === undefined) !== (flags.radius === undefined)) {
        const [given, missing] = flags.near === undefined ? ['--radius', '--near'] : ['--near', '--radius'];
        throw new UsageError(`${given} needs ${missing}.`, helpHint(command));
      }
      action({ ...rest, file, source: readTarget({ store, url, header, timeout }, command) });
    });
}

/** The options as commander gives them. */
type Flags = Omit<ExportCommandOptions, 'file' | 'source'> & TargetFlags;

/** The options of `location-records export`. The service checks the values of the query. */
export interface ExportCommandOptions {
  /** A path, or `-` for stdout. */
  readonly file: string;
  readonly source: RecordsTarget;
  readonly format?: FormatName | undefined;
  readonly bbox?: string | undefined;
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
