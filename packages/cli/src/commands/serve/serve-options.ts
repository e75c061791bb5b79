import { availableParallelism } from 'node:os';
import type { HandlerOptions } from '@location-records/core';
import { type Command, Option } from 'commander';
import {
  parseAllowedHost,
  parseBasePath,
  parseBodyLimit,
  parseHost,
  parseOrigin,
  parseStore,
  parseText,
  repeatOrList,
  wholeNumber,
} from '../../command-line/option-values.ts';
import { type StoreTarget, storeForms } from '../../store-urls/store-urls.ts';

// The only place that declares the options of `serve`: a new one is an Option here, and a member of an
// interface below.

const maxWorkers = 128;
const parseWorkerCount = wholeNumber(1, maxWorkers, `auto, or a whole number from 1 to ${maxWorkers}`);

/** Where a command listens. */
const addressOptions = () => [
  new Option('--port <number>', 'port to listen on, 0 for any free one')
    .default(8080)
    .argParser(wholeNumber(0, 65_535, 'a whole number from 0 to 65535; 0 is any free port')),
  new Option('--host <address>', 'address to listen on')
    .default('127.0.0.1', '127.0.0.1')
    .argParser(parseHost),
];

/** Where `serve` has its records, and what it shows. */
const storeOptions = () => [
  new Option(
    '--store <url>',
    `where records are stored: ${storeForms} (default: sqlite:./location-records.db)`,
  ).argParser((text) => parseStore(text)),
  new Option(
    '--workers <n|auto>',
    'how many processes serve, on a store that they share; auto is one for each processor',
  )
    .default(1)
    .argParser((text) =>
      text === 'auto' ? Math.min(availableParallelism(), maxWorkers) : parseWorkerCount(text),
    ),
  new Option('--data <file>', 'the first records of a store in memory: GeoJSON, CSV and others').argParser(
    parseText,
  ),
  new Option('--watch', 'read the file of --data again when it changes'),
  new Option(
    '--map-style <file|url>',
    'style of MapLibre that the map of --areas draws below the records',
  ).argParser(parseText),
];

/** The service, and the server around it. */
const serviceOptions = () => [
  new Option('--base-path <path>', 'path of the service').default('/', '/').argParser(parseBasePath),
  new Option('--body-limit <characters>', 'how many characters of a request body are read')
    .default(4096)
    .argParser(parseBodyLimit),
  new Option('--strict-coordinates', 'refuse a latitude beyond ±90 and a longitude beyond ±180'),
  new Option('--unknown-members <action>', 'what to do with unknown members of a Location')
    .default('reject', 'reject')
    .choices(['reject', 'ignore']),
  new Option('--absent-description <form>', 'how a record without a description is written')
    .default('omit', 'omit')
    .choices(['omit', 'null']),
  new Option('--areas', 'serve /-/map, and /-/records: what is in a box or near a point'),
  repeatOrList(
    new Option(
      '--cors [origin]',
      'let web pages of this origin use the service, or of any without a value; may be repeated',
    ).preset('*'),
    parseOrigin,
  ),
  repeatOrList(
    new Option(
      '--allowed-host <name>',
      'host name of the service besides localhost and IP addresses; may be repeated',
    ),
    parseAllowedHost,
  ),
  new Option('--grace <seconds>', 'how long active requests may take after a signal')
    .default(10)
    .argParser(wholeNumber(0, 3600, 'a whole number of seconds from 0 to 3600')),
  new Option('--quiet', 'print nothing but the address; no request log').conflicts('log'),
  new Option(
    '--log <format>',
    'request log on stdout (default: pretty on a terminal, json elsewhere)',
  ).choices(['json', 'pretty', 'off']),
  new Option('--explain', 'log the reason for each response, with its clause in the specification').conflicts(
    'quiet',
  ),
];

/** How requests are logged: JSON lines, plain text, or not at all. */
export type LogFormat = 'json' | 'pretty' | 'off';

/** The options of a command that serves. */
export interface ServiceOptions
  extends Pick<
    HandlerOptions,
    'basePath' | 'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription'
  > {
  readonly port: number;
  readonly host: string;
  readonly areas?: boolean | undefined;
  /** Patterns of origins, or `*`. */
  readonly cors?: readonly string[] | undefined;
  /** Patterns of host names, in lower case. */
  readonly allowedHost?: readonly string[] | undefined;
  /** In seconds. */
  readonly grace: number;
  readonly quiet?: boolean | undefined;
  readonly log?: LogFormat | undefined;
  readonly explain?: boolean | undefined;
}

/** The options of `location-records serve`. */
export interface ServeOptions extends ServiceOptions {
  readonly store: StoreTarget;
  /** How many processes serve: 1 is this one alone. */
  readonly workers: number;
  readonly data?: string | undefined;
  readonly watch?: boolean | undefined;
  /** A path or a URL. */
  readonly mapStyle?: string | undefined;
}

export function addAddressOptions(command: Command): Command {
  return addAll(command, addressOptions());
}

export function addStoreOptions(command: Command): Command {
  return addAll(command, storeOptions());
}

export function addServiceOptions(command: Command): Command {
  return addAll(command, serviceOptions());
}

function addAll(command: Command, options: readonly Option[]): Command {
  for (const option of options) command.addOption(option);
  return command;
}

/** Returns the options. Ends the command with a usage error if two of them exclude each other. */
export function checkServiceFlags<Options extends ServiceOptions>(flags: Options, command: Command): Options {
  if (flags.explain && flags.log === 'off') {
    command.error('error: --explain needs a request log, but that is off.');
  }
  return flags;
}
