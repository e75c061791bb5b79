import { Command, Option } from 'commander';
import { headerOption, parseHeaders } from '../../command-line/header-flag.ts';
import {
  parseChoice,
  parseFoundRecords,
  parseLastingStoreOr,
  parseText,
  parseTimeout,
} from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';
import { parseServiceUrl } from '../../service/parse-service-url.ts';
import { lastingStoreForms, type StoreTarget } from '../../store-urls/store-urls.ts';

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
      new Option('--format <format>', 'form of the output (default: table on a terminal, geojson elsewhere)')
        .choices(formats)
        .argParser(parseChoice(formats)),
    )
    .addOption(headerOption())
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a service each time')
        .default(30_000)
        .argParser(parseTimeout),
    )
    .addHelpText('after', more)
    .action((source: FindSource, { header, ...flags }: Flags, command: Command) => {
      if (flags.radius !== undefined && flags.near === undefined) {
        throw new UsageError('--radius needs --near.', helpHint(command));
      }
      if (header !== undefined && typeof source !== 'string') {
        throw new UsageError('--header is for the URL of a service, not for a store.', helpHint(command));
      }
      action({ ...flags, source, headers: parseHeaders(header, command) });
    });
}

/** The options as commander gives them. */
type Flags = Omit<FindCommandOptions, 'source' | 'headers'> & { readonly header?: readonly string[] };

/** Where records are looked for: the base URL of a service, or a store. */
export type FindSource = string | StoreTarget;

/** The options of `location-records find`. The service checks the values of the query. */
export interface FindCommandOptions {
  readonly source: FindSource;
  readonly bbox?: string | undefined;
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
  readonly limit: number;
  readonly format?: 'table' | 'geojson' | 'ndjson' | undefined;
  /** Fields for every request to a service. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** How long to wait for a service each time, in milliseconds. */
  readonly timeout: number;
}

const knownSources = `It must be the http:// or https:// URL of a service, or a store: ${lastingStoreForms}.`;

/** A host with a port, as of a service whose URL lacks the scheme. */
const hostAndPort = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\]):\d+(?:\/[\w/-]*)?$/i;

function parseSource(text: string): FindSource {
  if (hostAndPort.test(text)) throw new InvalidArgumentError(`Did you mean http://${text}?`);
  return /^https?:/i.test(text) ? parseServiceUrl(text) : parseLastingStoreOr(text, knownSources);
}
