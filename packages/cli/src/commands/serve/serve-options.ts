import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { HandlerOptions } from '@location-records/core';
import { type Command, Option } from 'commander';
import {
  parseAdmin,
  parseAllowedHost,
  parseBasePath,
  parseBodyLimit,
  parseHost,
  parseOrigin,
  parseRate,
  parseStore,
  parseText,
  parseTrustedProxies,
  repeatedOrList,
  wholeNumber,
} from '../../command-line/option-values.ts';
import type { LimitOptions } from '../../operations/limits.ts';
import type { ListenTarget } from '../../operations/listen.ts';
import { type StoreTarget, storeForms } from '../../store-urls/store-urls.ts';

// The only place that declares the options of `serve`: a new one is an Option here, and a member of an
// interface below.

const maxWorkers = 128;
const parseWorkerCount = wholeNumber(1, maxWorkers, `auto, or a whole number from 1 to ${maxWorkers}`);

/** Where a command listens. */
const addressOptions = () => [
  new Option('--port <number>', 'port to listen on; 0 is any free port')
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
    `where records are stored: ${storeForms}, or @file with the URL (default: sqlite:./location-records.db)`,
  ).argParser((text) => parseStore(text)),
  new Option('--workers <n|auto>', 'how many processes serve PostgreSQL or Redis; auto is one per processor')
    .default(1)
    .argParser((text) =>
      text === 'auto' ? Math.min(availableParallelism(), maxWorkers) : parseWorkerCount(text),
    ),
  new Option(
    '--data <file>',
    'serve the records of this file from memory: GeoJSON, CSV and others',
  ).argParser(parseText),
  new Option('--watch', 'read the file of --data again when it changes'),
  new Option('--read-only', 'refuse all writes'),
  new Option('--map <mode>', 'what people can do on the map (default: edit)').choices(['edit', 'view']),
  new Option('--map-style <file|url>', 'MapLibre style to draw below the records on the map').argParser(
    parseText,
  ),
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
  new Option('--absent-description <form>', 'how to write a record without a description')
    .default('omit', 'omit')
    .choices(['omit', 'null']),
  new Option('--etags', 'give records entity tags, and keep the conditions If-Match and If-None-Match'),
  new Option(
    '--areas',
    'serve a map at /-/map, and area queries at /-/records; serve does on memory and SQLite',
  ),
  new Option(
    '--cors [origin]',
    'let web pages of this origin use the service, or of any without a value; may be repeated',
  )
    .preset('*')
    .argParser(repeatedOrList(parseOrigin)),
  new Option(
    '--allowed-host <name>',
    'host name of the service besides localhost and IP addresses; may be repeated',
  ).argParser(repeatedOrList(parseAllowedHost)),
  new Option('--grace <seconds>', 'how long active requests may take after a signal')
    .default(10)
    .argParser(wholeNumber(0, 3600, 'a whole number of seconds from 0 to 3600')),
  new Option('--quiet', 'print only the address; no request log').conflicts(['log', 'explain']),
  new Option('--log <format>', 'request log on stdout (default: pretty on a terminal, or json)').choices([
    'json',
    'pretty',
    'off',
  ]),
  new Option('--explain', 'log the reason for each response, and its clause in the specification'),
];

/** What load balancers see of the health. */
const healthOptions = () => [
  new Option(
    '--drain-delay <seconds>',
    'how long to serve on after a signal, while /-/readyz is 503: until load balancers have noticed',
  )
    .default(0)
    .argParser(wholeNumber(0, 3600, 'a whole number of seconds from 0 to 3600')),
];

/** What monitoring sees. */
const metricsOptions = () => [
  new Option('--metrics', 'serve metrics for Prometheus at /-/metrics; needs the package prom-client'),
];

/** Who may use the service. */
const accessOptions = () => [
  new Option(
    '--token-file <file>',
    'serve only requests with a token of this file; location-records token create makes one',
  ).argParser(parseText),
];

/** What clients may take. */
const limitOptions = () => [
  new Option('--max-connections <number>', 'how many connections are open at a time')
    .default(10_000)
    .argParser(wholeNumber(1, 1_000_000)),
  new Option('--max-requests <number>', 'how many requests are handled at a time; others get 503')
    .default(1000)
    .argParser(wholeNumber(1, 1_000_000)),
  new Option(
    '--rate <n/s>',
    'how many requests a token, or else an address, may send: 100/s, 600/m, 5000/h; others get 429',
  ).argParser(parseRate),
  new Option(
    '--trust-proxy <n|addresses>',
    'how many proxies are in front, or their addresses: the client is in X-Forwarded-For',
  ).argParser(parseTrustedProxies),
  new Option(
    '--request-timeout <seconds>',
    'how long the head of a request, and then each 16 KiB of its body, may take',
  )
    .default(10)
    .argParser(wholeNumber(1, 3600, 'a whole number of seconds from 1 to 3600')),
  new Option('--idle-timeout <seconds>', 'how long a connection may be idle, or its client not read')
    .default(120)
    .argParser(wholeNumber(1, 3600, 'a whole number of seconds from 1 to 3600')),
  new Option('--max-header-size <bytes>', 'how many bytes the head of a request may have')
    .default(16_384)
    .argParser(wholeNumber(1024, 1_048_576)),
];

/** Where else `serve` listens, and how. */
const listenOptions = () => [
  new Option('--socket <path>', 'Unix socket to listen on, in place of a port')
    .conflicts(['port', 'host'])
    .argParser(parseText),
  new Option(
    '--admin <port|path>',
    'port of this machine, or Unix socket, for /-/livez, /-/readyz and /-/metrics',
  ).argParser(parseAdmin),
  new Option(
    '--tls-cert <file>',
    'serve https with this certificate, and those that it was issued by',
  ).argParser(parseText),
  new Option('--tls-key <file>', 'private key of --tls-cert').argParser(parseText),
  new Option(
    '--tls-client-ca <file>',
    'serve only clients with a certificate of these authorities',
  ).argParser(parseText),
];

/** How requests are logged: JSON lines, plain text, or not at all. */
export type LogFormat = 'json' | 'pretty' | 'off';

/** The options of a command that serves. */
export interface ServiceOptions
  extends Pick<
      HandlerOptions,
      'basePath' | 'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription' | 'etags'
    >,
    LimitOptions {
  readonly port: number;
  readonly host: string;
  /** `undefined` if the store decides. */
  readonly areas?: boolean | undefined;
  /** Patterns of origins, or `*`. */
  readonly cors?: readonly string[] | undefined;
  /** Patterns of host names, in lower case. */
  readonly allowedHost?: readonly string[] | undefined;
  /** In seconds. */
  readonly grace: number;
  /** In seconds. */
  readonly drainDelay?: number | undefined;
  readonly metrics?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly log?: LogFormat | undefined;
  readonly explain?: boolean | undefined;
}

/** Where a service listens besides its port, and how. */
export interface ListenOptions {
  /** The path of a Unix socket that is used in place of the port. */
  readonly socket?: string | undefined;
  /** Where probes and metrics are on their own. */
  readonly admin?: ListenTarget | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly tlsClientCa?: string | undefined;
}

/** The options of `location-records serve`. */
export interface ServeOptions extends ServiceOptions, ListenOptions {
  readonly store: StoreTarget;
  /** How many processes serve: 1 is this one alone. */
  readonly workers: number;
  readonly data?: string | undefined;
  readonly watch?: boolean | undefined;
  /** A path or a URL. */
  readonly mapStyle?: string | undefined;
  readonly map?: 'edit' | 'view' | undefined;
  readonly readOnly?: boolean | undefined;
  readonly tokenFile?: string | undefined;
}

/** Declares the options of `serve`. */
export function addServeOptions(command: Command): Command {
  // After `--areas`: alone, it would have `true` as its default.
  const noAreas = new Option('--no-areas', 'serve neither the map nor area queries');
  return addOptions(command, [
    ...addressOptions(),
    ...listenOptions(),
    ...storeOptions(),
    ...serviceOptions(),
    ...healthOptions(),
    ...metricsOptions(),
    ...accessOptions(),
    ...limitOptions(),
    noAreas,
  ]);
}

/** Declares the options of `fake`: `own`, and those of `serve` that are not about its store. */
export function addFakeOptions(command: Command, own: readonly Option[]): Command {
  return addOptions(command, [...addressOptions(), ...own, ...serviceOptions()]);
}

/** Ends the command if two options exclude each other. */
export function checkServiceOptions({ explain, log }: ServiceOptions, command: Command): void {
  if (explain && log === 'off') command.error('error: --explain needs a request log, but that is off.');
}

/** Variables in wide use, by their options. */
const commonNames: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST', store: 'STORE_URL' };

/** Declares options with environment variables: `LOCATION_RECORDS_BASE_PATH` for `--base-path`. */
function addOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) {
    const name = variableOf(option);
    if (!isUnset(option, name, process.env[name])) option.env(name);
    command.addOption(option);
  }
  return command;
}

/** The variable of an option. That of `--no-areas` is the one of `--areas`, with another value. */
function variableOf(option: Option): string {
  const name = option.name().replace(/^no-/, '');
  return commonNames[name] ?? `LOCATION_RECORDS_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Whether the value of a variable leaves its option unset. For commander, any value sets an option. */
function isUnset({ required, optional, negate }: Option, name: string, value: string | undefined): boolean {
  const isNo = /^(?:false|0)$/i.test(value ?? '');
  if (negate) return !isNo;
  if (value === undefined) return false;
  if (value === '') return true;
  // tcsh keeps the name of the machine in HOST, and the compilers of Conda the name of a platform.
  if (name === 'HOST') return isIP(value) === 0 && value !== 'localhost';
  return !required && !optional && isNo;
}
