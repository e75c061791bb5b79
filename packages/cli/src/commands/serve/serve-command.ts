import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { maxWorkers, parseStore, parseText, parseWorkers } from '../../command-line/option-values.ts';
import { ServingCommand } from '../../command-line/serving-command.ts';
import { helpHint, UsageError } from '../../errors.ts';
import { type StoreTarget, storeForms } from '../../store-urls/store-urls.ts';
import {
  addAddressOptions,
  addServiceOptions,
  checkServiceFlags,
  type ServiceFlags,
  type ServiceOptions,
} from './service-options.ts';

const defaultStore = 'sqlite:./location-records.db';

const more = `
Examples:
  location-records serve
  location-records serve --port 0 --store memory:
  location-records serve --host 0.0.0.0 --store sqlite:/var/lib/locations.db
  location-records serve --store postgres://app@db.example.org/app
  location-records serve --store redis://a.example.org,b.example.org
  location-records serve --workers auto --store postgres:///app
  location-records serve --areas --store memory:
  location-records serve --data places.geojson --watch
  location-records serve --base-path /locations --cors https://example.org

Workers share one port and a store of PostgreSQL or Redis. Use one for each processor
that the service may keep busy.

Environment variables set options that are not given, as shown at each. An empty one
counts as not set. HOST counts only as an IP address or localhost.

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

--explain names clauses of SPEC.md and DECISIONS.md, which are files of the package
@location-records/core.

Exit codes: 0 stopped, everything finished; 1 not started, or failed; 2 wrong
usage; 3 stopped, but requests were cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records serve`. `action` gets the parsed options. */
export function createServeCommand(action: (options: ServeOptions) => void): Command {
  const command = addAddressOptions(new ServingCommand('serve'))
    .description('Serves location records over HTTP.')
    .addOption(
      new Option('--store <url>', `where records are stored: ${storeForms}`)
        .default(defaultStore, defaultStore)
        .argParser(parseStore),
    )
    .addOption(
      new Option(
        '--workers <n|auto>',
        'how many processes serve, on a store that they share; auto is one for each processor',
      )
        .default(1)
        .argParser(parseWorkers),
    );
  command
    .addOption(
      new Option(
        '--data <file>',
        'the first records of a store in memory: GeoJSON, CSV and others',
      ).argParser(parseText),
    )
    .option('--watch', 'read the file of --data again when it changes')
    .addOption(
      new Option(
        '--map-style <file|url>',
        'style of MapLibre that the map of --areas draws below the records',
      ).argParser(parseText),
    );
  return addServiceOptions(command)
    .addHelpText('after', more)
    .action((flags: Flags, command: Command) => {
      const service = checkServiceFlags(flags, command);
      // Parsed only when it is used: the working directory may not exist.
      const isDefault = flags.store === defaultStore;
      const store = isDefault ? parseStore(flags.data === undefined ? defaultStore : 'memory:') : flags.store;
      const refuse = (message: string): never => {
        throw new UsageError(message, helpHint(command));
      };
      if (flags.data !== undefined && store.scheme !== 'memory')
        refuse('--data fills a store in memory; use location-records import for others.');
      if (flags.workers !== 1 && (store.scheme === 'memory' || store.scheme === 'sqlite'))
        refuse(noWorkers(store));
      if (flags.watch && flags.data === undefined) refuse('--watch needs --data.');
      if (flags.mapStyle !== undefined && !flags.areas) refuse('--map-style needs --areas.');
      action({
        ...service,
        store,
        workers: flags.workers === 'auto' ? Math.min(availableParallelism(), maxWorkers) : flags.workers,
        data: flags.data,
        watch: flags.watch,
        mapStyle: flags.mapStyle,
      });
    });
}

/** Why several processes cannot serve a store, and what to do instead. */
function noWorkers({ scheme }: StoreTarget): string {
  const reason =
    scheme === 'sqlite'
      ? 'SQLite takes the writes of one process at a time'
      : 'Records in memory belong to one process';
  return `${reason}: for --workers use PostgreSQL or Redis, or leave --workers out.`;
}

/** The options as commander gives them: a default is not parsed. */
interface Flags extends ServiceFlags {
  readonly store: StoreTarget | typeof defaultStore;
  readonly workers: number | 'auto';
  readonly data?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly mapStyle?: string | undefined;
}

/** The options of `location-records serve`, validated and with defaults. */
export interface ServeOptions extends ServiceOptions {
  readonly store: StoreTarget;
  /** How many processes serve: 1 is this one alone. */
  readonly workers: number;
  /** The path of a file whose records a store in memory has first. */
  readonly data?: string | undefined;
  /** Reads that file again when it changes. */
  readonly watch?: boolean | undefined;
  /** The path or the URL of what the map draws below the records. */
  readonly mapStyle?: string | undefined;
}
