import type { FormatName, ImportFormat } from '@location-records/formats';
import { type Command, Option } from 'commander';
import type { Service } from '../service/ask-service.ts';
import { lastingStoreForms, type StoreTarget } from '../store-urls/store-urls.ts';
import {
  type HeaderField,
  parseHeaderFields,
  parseLastingStore,
  parseServiceUrl,
  parseText,
  parseTimeout,
  storeUrlIn,
} from './option-values.ts';

const defaultStore = 'sqlite:./location-records.db';
const defaultTimeout = 30_000;

/** Where records are: a store, or a running service. */
export type RecordsTarget = StoreTarget | Service;

/** Whether records are in a running service. */
export function isService(target: RecordsTarget): target is Service {
  return 'url' in target;
}

/** Declares `--header`, or a flag like it, whose values {@link readHeaders} reads. */
export function addHeaderFlag(command: Command, flag = '--header', receiver = ''): Command {
  const description = `send this field${receiver} with every request, or the lines of @file; may be repeated`;
  return command.option(`${flag} <field>`, description, parseHeaderFields);
}

/** Returns the fields of `--header`. Ends the command if one of them cannot be sent. */
export function readHeaders(
  fields: readonly (HeaderField | undefined)[] | undefined,
  command: Command,
  flag = '--header',
): readonly HeaderField[] | undefined {
  return fields?.map((field) => {
    if (field === undefined) {
      command.error(
        `error: ${flag} must be a name, a colon and a value, such as "Authorization: Bearer abc", or @ and a file with such lines.`,
      );
    }
    if (!/^(?:host|content-length|transfer-encoding)$/i.test(field[0])) return field;
    return command.error(`error: ${flag} cannot be ${field[0]}, which the command sets itself.`);
  });
}

/** The values of `--header` and `--timeout`. */
export interface ServiceFlags {
  readonly header?: readonly (HeaderField | undefined)[] | undefined;
  readonly timeout?: number | undefined;
}

/** The values of the flags of {@link addTargetFlags}. */
export interface TargetFlags extends ServiceFlags {
  readonly store?: StoreTarget | undefined;
  readonly url?: string | undefined;
}

/** Declares the flags that name a store or a running service. {@link readTarget} reads their values. */
export function addTargetFlags(command: Command): Command {
  command
    .addOption(
      new Option('--store <url>', `URL of the store, or @file with it (default: ${defaultStore})`)
        .argParser((text) => parseLastingStore(text))
        .conflicts(['url', 'header', 'timeout']),
    )
    .option('--url <url>', 'base URL of a running service, instead of a store', parseServiceUrl);
  return addServiceFlags(command);
}

/** Declares how a running service is asked. */
export function addServiceFlags(command: Command): Command {
  return addTimeoutFlag(addHeaderFlag(command));
}

/** Declares `--timeout` for the requests to a running service. */
export function addTimeoutFlag(command: Command): Command {
  const description = `how long a whole exchange may take (default: ${defaultTimeout})`;
  return command.option('--timeout <ms>', description, parseTimeout);
}

/** Returns the store or the service that the flags name. Ends the command if they do not fit together. */
export function readTarget({ store, url, ...flags }: TargetFlags, command: Command): RecordsTarget {
  // Parsed only when it is used: the working directory may not exist.
  return readSource(url ?? store ?? parseLastingStore(defaultStore), flags, command, {
    advice: 'name it with --url',
  });
}

/** Returns the same for a source that is an argument. */
export function readSource(
  source: string | StoreTarget,
  { header, timeout }: ServiceFlags,
  command: Command,
  { advice = 'name its URL', flag = '--header' } = {},
): RecordsTarget {
  if (typeof source === 'string') {
    const headers = readHeaders(header, command, flag) ?? [];
    return { url: source, headers, timeout: timeout ?? defaultTimeout };
  }
  const stray = header ? flag : timeout && '--timeout';
  if (stray) command.error(`error: ${stray} is for a service; ${advice}.`);
  return source;
}

/** Parses the base URL of a service, or the URL of a store. Either may be the first line of a file: `@file`. */
export function parseSource(value: string): string | StoreTarget {
  const text = storeUrlIn(value);
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
    .option('--near <latitude,longitude>', 'only the records near this point, nearest first', parseText)
    .option('--radius <metres>', 'the maximum distance, for --near', parseText);
}

/** Declares `--format` for files with records, without loading the package of formats. */
export function addFormatFlag<Name extends ImportFormat>(
  command: Command,
  description: string,
  more: readonly Name[] = [],
): Command {
  const names: readonly FormatName[] = [
    'geojson',
    'geojsonseq',
    'ndjson',
    'csv',
    'json',
    'json-object',
    'kml',
    'gpx',
    'gpkg',
  ];
  return command.addOption(new Option('--format <format>', description).choices([...names, ...more]));
}
