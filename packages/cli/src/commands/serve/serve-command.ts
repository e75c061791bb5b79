import type { HandlerOptions } from '@location-records/core';
import { Command, Option } from 'commander';
import { environmentHelp, nameGiven } from '../../command-line/environment.ts';
import {
  parseAllowedHost,
  parseBasePath,
  parseBodyLimit,
  parseChoice,
  parseGrace,
  parseHost,
  parseMebibytes,
  parseOrigin,
  parsePort,
  parseStore,
  repeat,
} from '../../command-line/option-values.ts';
import { helpHint, UsageError } from '../../errors.ts';
import { type StoreTarget, storeForms } from '../../store-urls/store-urls.ts';

const actions = ['reject', 'ignore'];
const forms = ['omit', 'null'];
const formats = ['json', 'pretty', 'off'];
const defaultStore = 'sqlite:./location-records.db';

const more = `
Examples:
  location-records serve
  location-records serve --port 0 --store memory:
  location-records serve --host 0.0.0.0 --store sqlite:/var/lib/locations.db
  location-records serve --store postgres://app@db.example.org/app
  location-records serve --store redis://a.example.org,b.example.org
  location-records serve --base-path /locations --cors https://example.org

SIGINT (Ctrl-C), SIGTERM and SIGHUP stop it: active requests may finish within
--grace. A second signal ends it at once.

--explain names clauses of SPEC.md and DECISIONS.md, which are files of the package
@location-records/core.

Exit codes: 0 stopped, everything finished; 1 not started, or failed; 2 wrong
usage; 3 stopped, but requests were cut off; 128 + n ended by a second signal n.`;

/** Declares `location-records serve`. `action` gets the parsed options. */
export function createServeCommand(action: (options: ServeOptions) => void): Command {
  return new Command('serve')
    .description('Serves location records over HTTP.')
    .addOption(
      new Option('--port <number>', 'port to listen on, 0 for any free one')
        .default(8080)
        .argParser(parsePort),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .default('127.0.0.1', '127.0.0.1')
        .argParser(parseHost),
    )
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
      new Option('--base-path <path>', 'path of the service').default('/', '/').argParser(parseBasePath),
    )
    .addOption(
      new Option('--body-limit <characters>', 'how many characters of a request body are read')
        .default(4096)
        .argParser(parseBodyLimit),
    )
    .option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180')
    .addOption(
      new Option('--unknown-members <action>', 'what to do with unknown members of a Location')
        .default('reject', 'reject')
        .choices(actions)
        .argParser(parseChoice(actions)),
    )
    .addOption(
      new Option('--absent-description <form>', 'how a record without a description is written')
        .default('omit', 'omit')
        .choices(forms)
        .argParser(parseChoice(forms)),
    )
    .addOption(
      repeat(
        new Option(
          '--cors [origin]',
          'let web pages of this origin use the service, or of any without a value; may be repeated',
        ),
        parseOrigin,
      ),
    )
    .addOption(
      repeat(
        new Option(
          '--allowed-host <name>',
          'host name of the service besides localhost and IP addresses; may be repeated',
        ),
        parseAllowedHost,
      ),
    )
    .addOption(
      new Option('--grace <seconds>', 'how long active requests may take after a signal')
        .default(10)
        .argParser(parseGrace),
    )
    .addOption(new Option('--quiet', 'print nothing but the address; no request log').conflicts('log'))
    .addOption(
      new Option('--log <format>', 'request log on stdout (default: pretty on a terminal, json elsewhere)')
        .choices(formats)
        .argParser(parseChoice(formats)),
    )
    .addOption(
      new Option(
        '--explain',
        'log the reason for each response, with its clause in the specification',
      ).conflicts('quiet'),
    )
    .addHelpText('after', ({ command }) => environmentHelp(command) + more)
    .action((flags: Flags, command: Command) => {
      if (flags.explain && flags.log === 'off') {
        const message = `${nameGiven(command, '--explain')} needs a request log, but that is off.`;
        throw new UsageError(message, helpHint(command));
      }
      // Parsed only when it is used: the working directory may not exist.
      const store = flags.store === defaultStore ? parseStore(defaultStore) : flags.store;
      if (flags.maxLogSize !== undefined && store.scheme !== 'sqlite') {
        throw new UsageError(
          `${nameGiven(command, '--max-log-size')} is for sqlite: stores; a ${store.scheme}: store has no such log.`,
          helpHint(command),
        );
      }
      action({
        ...flags,
        store,
        cors: flags.cors === true ? ['*'] : flags.cors,
      });
    });
}

/** The options as commander gives them: a default is not parsed, and `--cors` without a value is `true`. */
type Flags = Omit<ServeOptions, 'cors' | 'store'> & {
  readonly cors?: readonly string[] | true;
  readonly store: ServeOptions['store'] | typeof defaultStore;
};

/** How requests are logged: JSON lines, plain text, or not at all. */
export type LogFormat = 'json' | 'pretty' | 'off';

/** The options of `location-records serve`, validated and with defaults. */
export interface ServeOptions
  extends Pick<
    HandlerOptions,
    'basePath' | 'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription'
  > {
  /** From 0 to 65535; 0 is any free port. */
  readonly port: number;
  /** An address of this machine, or a name of one. */
  readonly host: string;
  readonly store: StoreTarget;
  /** Of an `sqlite:` store, in bytes. Without it the default of the store applies. */
  readonly maxLogSize?: number | undefined;
  /** The origins whose web pages may use the service, or `*`. Without it none may. */
  readonly cors?: readonly string[] | undefined;
  /** Host names of the service, in lower case; `*.` stands for any subdomain. */
  readonly allowedHost?: readonly string[] | undefined;
  /** How long active requests may take after a signal, in seconds. */
  readonly grace: number;
  /** Prints nothing on stdout but the address. */
  readonly quiet?: boolean | undefined;
  /** @default 'pretty' on a terminal, 'json' elsewhere */
  readonly log?: LogFormat | undefined;
  /** Adds the reason for each response to the request log. */
  readonly explain?: boolean | undefined;
}
