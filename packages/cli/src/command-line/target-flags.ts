import type { FormatName } from '@location-records/formats';
import { type Command, Option } from 'commander';
import type { Service } from '../service/ask-service.ts';
import { lastingStoreForms, type StoreTarget } from '../store-urls/store-urls.ts';
import { headerOption, parseHeaders } from './header-flag.ts';
import { parseLastingStore, parseServiceUrl, parseText, parseTimeout } from './option-values.ts';

const defaultStore = 'sqlite:./location-records.db';
const defaultTimeout = 30_000;

/** Where records are: a store, or a running service. */
export type RecordsTarget = StoreTarget | Service;

/** Whether records are in a running service. */
export function isService(target: RecordsTarget): target is Service {
  return 'url' in target;
}

/** The known forms of what `--store` takes, for help. */
export const targetForms = `Stores: ${lastingStoreForms}`;

/** The values of `--header` and `--timeout`. */
export interface ServiceFlags {
  readonly header?: readonly string[] | undefined;
  readonly timeout?: number | undefined;
}

/** The values of the flags of {@link addTargetFlags}. */
export interface TargetFlags extends ServiceFlags {
  readonly store?: StoreTarget | undefined;
  readonly url?: string | undefined;
}

/** Declares the flags that name a store or a running service. {@link readTarget} reads their values. */
export function addTargetFlags(command: Command): Command {
  command.addOption(
    new Option('--store <url>', `the store (default: ${defaultStore})`)
      .argParser((text) => parseLastingStore(text))
      .conflicts(['url', 'header', 'timeout']),
  );
  command.addOption(
    new Option('--url <url>', 'a running service instead of a store').argParser(parseServiceUrl),
  );
  return addServiceFlags(command);
}

/** Declares how a running service is asked. */
export function addServiceFlags(command: Command): Command {
  return command
    .addOption(headerOption())
    .addOption(
      new Option(
        '--timeout <ms>',
        `how long to wait for a service each time (default: ${defaultTimeout})`,
      ).argParser(parseTimeout),
    );
}

/**
 * The store or the service that the flags name. Ends the command if a flag for a service comes without one.
 */
export function readTarget({ store, url, ...flags }: TargetFlags, command: Command): RecordsTarget {
  // Parsed only when it is used: the working directory may not exist.
  return readSource(url ?? store ?? parseLastingStore(defaultStore), flags, command, 'name it with --url');
}

/** The same for a source that is an argument. */
export function readSource(
  source: string | StoreTarget,
  { header, timeout }: ServiceFlags,
  command: Command,
  advice = 'name its URL',
): RecordsTarget {
  if (typeof source === 'string') {
    return { url: source, headers: parseHeaders(header, command) ?? [], timeout: timeout ?? defaultTimeout };
  }
  const stray = header ? '--header' : timeout && '--timeout';
  if (stray) command.error(`error: ${stray} is for a service; ${advice}.`);
  return source;
}

/** Parses the base URL of a service, or the URL of a store. */
export function parseSource(text: string): string | StoreTarget {
  const known = `It must be the http:// or https:// URL of a service, or a store: ${lastingStoreForms}.`;
  return /^https?:/i.test(text) ? parseServiceUrl(text) : parseLastingStore(text, known);
}

/** The records in a box or near a point. The service checks the values. */
export interface AreaFlags {
  readonly bbox?: string | undefined;
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
}

/** Declares the flags that select records by their coordinates. */
export function addAreaFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--bbox <west,south,east,north>', 'only the records in this box')
        .argParser(parseText)
        .conflicts(['near', 'radius']),
    )
    .addOption(
      new Option(
        '--near <latitude,longitude>',
        'only the records near this point, the nearest first',
      ).argParser(parseText),
    )
    .addOption(new Option('--radius <metres>', 'how far they may be; for --near').argParser(parseText));
}

/**
 * Every format of files with records. The package of formats is loaded only when a file is read or written.
 */
const fileFormats: readonly FormatName[] = [
  'geojson',
  'geojsonseq',
  'ndjson',
  'csv',
  'json',
  'json-object',
  'gpkg',
];

/** Declares `--format` for files with records. */
export function formatOption(description: string): Option {
  return new Option('--format <format>', description).choices(fileFormats);
}
