import { type Command, InvalidArgumentError, Option } from 'commander';
import { helpHint, UsageError } from '../errors.ts';
import type { Service } from '../service/ask-service.ts';
import { lastingStoreForms, type StoreTarget } from '../store-urls/store-urls.ts';
import { headerOption, parseHeaders } from './header-flag.ts';
import { parseLastingStore, parseLastingStoreOr, parseTimeout } from './option-values.ts';
import { parseServiceUrl } from './service-url.ts';

const defaultStore = 'sqlite:./location-records.db';

/** Where records are: a store, or a running service. */
export type RecordsTarget = StoreTarget | Service;

/** The values of the flags of {@link addTargetFlags} as commander gives them. */
export interface TargetFlags {
  readonly store?: StoreTarget | undefined;
  readonly url?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly timeout?: number | undefined;
}

/** The known forms of what `--store` takes, for help. */
export const targetForms = `Stores: ${lastingStoreForms}`;

/** Declares the flags that name a store or a running service. {@link readTarget} reads their values. */
export function addTargetFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--store <url>', `the store (default: ${defaultStore})`)
        .argParser(parseLastingStore)
        .conflicts(['url', 'header', 'timeout']),
    )
    .addOption(new Option('--url <url>', 'a running service instead of a store').argParser(parseServiceUrl))
    .addOption(headerOption())
    .addOption(
      new Option('--timeout <ms>', 'how long to wait for a service each time (default: 30000)').argParser(
        parseTimeout,
      ),
    );
}

/**
 * The store or the service that the flags name.
 *
 * @throws {UsageError} when a flag for a service comes without one.
 */
export function readTarget({ store, url, header, timeout }: TargetFlags, command: Command): RecordsTarget {
  if (url !== undefined)
    return { url, headers: parseHeaders(header, command) ?? [], timeout: timeout ?? 30_000 };
  const [stray] = [header && '--header', timeout && '--timeout'].filter(Boolean);
  if (stray) throw new UsageError(`${stray} is for a service; name it with --url.`, helpHint(command));
  // Parsed only when it is used: the working directory may not exist.
  return store ?? parseLastingStore(defaultStore);
}

/** Whether records are in a running service. */
export function isService(target: RecordsTarget): target is Service {
  return 'url' in target;
}

const knownSources = `It must be the http:// or https:// URL of a service, or a store: ${lastingStoreForms}.`;

/** A host with a port, as of a service whose URL lacks the scheme. */
const hostAndPort = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\]):\d+(?:\/[\w/-]*)?$/i;

/** Reads the base URL of a service, or the URL of a store. */
export function parseSource(text: string): string | StoreTarget {
  if (hostAndPort.test(text)) throw new InvalidArgumentError(`Did you mean http://${text}?`);
  return /^https?:/i.test(text) ? parseServiceUrl(text) : parseLastingStoreOr(text, knownSources);
}
