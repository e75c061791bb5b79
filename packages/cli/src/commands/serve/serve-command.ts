import { Command } from 'commander';
import { parseStore } from '../../command-line/option-values.ts';
import { addServeOptions, checkServiceOptions, type ServeOptions } from './serve-options.ts';

const more = `
Examples:
  location-records serve
  location-records serve --port 0 --store memory:
  location-records serve --host 0.0.0.0 --store sqlite:/var/lib/locations.db
  location-records serve --store postgres://app@db.example.org/app
  location-records serve --store redis://a.example.org,b.example.org
  location-records serve --workers auto --store postgres:///app
  location-records serve --read-only --map-style https://example.org/style.json
  location-records serve --data places.geojson --watch
  location-records serve --base-path /locations --cors https://example.org

Workers share one port and a store of PostgreSQL or Redis.

Environment variables set options that are not given, as shown at each. An empty one
counts as not set. HOST counts only as an IP address or localhost.

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once. With --token-file or --tls-cert, SIGHUP reads
those files again instead.

Without --token-file, who reaches the service may read and change every record.

--explain names clauses of SPEC.md and DECISIONS.md of the package
@location-records/core.

Exit codes: 0 stopped, all requests finished; 1 not started, or failed; 2 wrong usage;
3 stopped, requests cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records serve`. `action` gets the parsed options. */
export function createServeCommand(action: (options: ServeOptions) => void): Command {
  const command = new Command('serve').description('Serves location records over HTTP.');
  return addServeOptions(command)
    .addHelpText('after', more)
    .action((flags: Omit<ServeOptions, 'store'> & Partial<ServeOptions>) => {
      // Parsed only when it is used: the working directory may not exist.
      const store =
        flags.store ?? parseStore(flags.data === undefined ? 'sqlite:./location-records.db' : 'memory:');
      const options = { ...flags, store, areas: flags.areas ?? defaultAreas(store.scheme, flags) };
      checkServiceOptions(options, command);
      const mistake = mistakeIn(options);
      if (mistake !== undefined) command.error(`error: ${mistake}`);
      action(options);
    });
}

/** Whether a store has area queries without `--areas`; `undefined` if only those that have the index already. */
function defaultAreas(scheme: string, { readOnly, map, mapStyle }: Partial<ServeOptions>): true | undefined {
  if (scheme === 'memory') return true;
  const needsMap = map !== undefined || mapStyle !== undefined;
  return (scheme === 'sqlite' && (!readOnly || needsMap)) || undefined;
}

/** Why options do not fit together. */
function mistakeIn({
  store,
  workers,
  data,
  watch,
  mapStyle,
  map,
  readOnly,
  areas,
  tlsCert,
  tlsKey,
  tlsClientCa,
}: ServeOptions): string | undefined {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return '--tls-cert and --tls-key need each other.';
  if (tlsClientCa !== undefined && tlsCert === undefined)
    return '--tls-client-ca needs --tls-cert and --tls-key.';
  if (data !== undefined && store.scheme !== 'memory') {
    return '--data fills a store in memory; use location-records import for others.';
  }
  if (workers > 1 && (store.scheme === 'memory' || store.scheme === 'sqlite')) {
    const reason =
      store.scheme === 'sqlite'
        ? 'SQLite accepts the writes of one process at a time'
        : 'Records in memory belong to one process';
    return `${reason}: for --workers use PostgreSQL or Redis, or leave --workers out.`;
  }
  if (watch && data === undefined) return '--watch needs --data.';
  const mapOption = map === undefined ? '--map-style' : '--map';
  if ((mapStyle ?? map) !== undefined && !areas) {
    return areas === false
      ? `${mapOption} needs the map: leave --no-areas out.`
      : `${mapOption} needs --areas.`;
  }
  if (map === 'edit' && readOnly) return '--map edit does not go with --read-only.';
  return undefined;
}
