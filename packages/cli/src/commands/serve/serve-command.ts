import { availableParallelism } from 'node:os';
import { Command, Option } from 'commander';
import { environmentHelp, nameGiven } from '../../command-line/environment.ts';
import {
  maxWorkers,
  parseMebibytes,
  parseStore,
  parseText,
  parseWorkers,
} from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';
import { lastingStoreForms, type StoreTarget, storeForms } from '../../store-urls/store-urls.ts';
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

Workers share one port, and a store other than memory:. With them, reads grow with
the number of processors. Writes to sqlite: do not: only one process at a time can
write to a file.

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

--explain names clauses of SPEC.md and DECISIONS.md, which are files of the package
@location-records/core.

Exit codes: 0 stopped, everything finished; 1 not started, or failed; 2 wrong
usage; 3 stopped, but requests were cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records serve`. `action` gets the parsed options. */
export function createServeCommand(action: (options: ServeOptions) => void): Command {
  const command = addAddressOptions(new Command('serve'))
    .description('Serves location records over HTTP.')
    .addOption(
      new Option('--store <url>', `where records are stored: ${storeForms}`)
        .default(defaultStore, defaultStore)
        .argParser(parseStore),
    )
    .addOption(
      new Option(
        '--max-log-size <MiB>',
        'size of the log of sqlite: beyond which the oldest list is aborted (default: 512)',
      ).argParser(parseMebibytes),
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
    .addHelpText('after', ({ command }) => environmentHelp(command) + more)
    .action((flags: Flags, command: Command) => {
      const service = checkServiceFlags(flags, command);
      // Parsed only when it is used: the working directory may not exist.
      const isDefault = flags.store === defaultStore;
      const store = isDefault ? parseStore(flags.data === undefined ? defaultStore : 'memory:') : flags.store;
      if (flags.maxLogSize !== undefined && store.scheme !== 'sqlite') {
        throw new UsageError(
          `${nameGiven(command, '--max-log-size')} is for sqlite: stores; a ${store.scheme}: store has no such log.`,
          helpHint(command),
        );
      }
      if (flags.data !== undefined && store.scheme !== 'memory') {
        throw new UsageError(
          `${nameGiven(command, '--data')} fills a store in memory; use location-records import for others.`,
          helpHint(command),
        );
      }
      if (flags.workers !== 1 && store.scheme === 'memory') {
        throw new UsageError(
          `${nameGiven(command, '--workers')} needs a store that processes share, because records in memory belong to one of them; name one with --store (${lastingStoreForms}).`,
          helpHint(command),
        );
      }
      if (flags.watch && flags.data === undefined) {
        throw new UsageError(`${nameGiven(command, '--watch')} needs --data.`, helpHint(command));
      }
      if (flags.mapStyle !== undefined && !flags.areas) {
        throw new UsageError(`${nameGiven(command, '--map-style')} needs --areas.`, helpHint(command));
      }
      action({
        ...service,
        store,
        maxLogSize: flags.maxLogSize,
        workers: flags.workers === 'auto' ? Math.min(availableParallelism(), maxWorkers) : flags.workers,
        data: flags.data,
        watch: flags.watch,
        mapStyle: flags.mapStyle,
      });
    });
}

/** The options as commander gives them: a default is not parsed. */
interface Flags extends ServiceFlags {
  readonly store: StoreTarget | typeof defaultStore;
  readonly maxLogSize?: number | undefined;
  readonly workers: number | 'auto';
  readonly data?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly mapStyle?: string | undefined;
}

/** The options of `location-records serve`, validated and with defaults. */
export interface ServeOptions extends ServiceOptions {
  readonly store: StoreTarget;
  /** Of an `sqlite:` store, in bytes. Without it the default of the store applies. */
  readonly maxLogSize?: number | undefined;
  /** How many processes serve: 1 is this one alone. */
  readonly workers: number;
  /** The path of a file whose records a store in memory has first. */
  readonly data?: string | undefined;
  /** Reads that file again when it changes. */
  readonly watch?: boolean | undefined;
  /** The path or the URL of what the map draws below the records. */
  readonly mapStyle?: string | undefined;
}
