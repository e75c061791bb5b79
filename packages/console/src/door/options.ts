import { type LocationRequest, OptionError } from '@location-records/core';
import { checkOptionTypes, parseBasePath } from '@location-records/core/adapter-kit';
import { checkOpenApiOptions, type OpenApiOptions } from '../openapi/options.ts';

/** What the front door says of a service. */
export interface AboutService {
  /** The version of the program that serves. */
  readonly version?: string | undefined;
  /** The kind of store, such as `SQLite`. */
  readonly store?: string | undefined;
  /** Returns a sentence on what the service is busy with, such as an index that it builds. */
  readonly activity?: (() => string | undefined) | undefined;
  /** Whether the program serves the probes `/-/livez` and `/-/readyz` (D54). */
  readonly hasHealth?: boolean | undefined;
}

/** Options of {@link createDoor}. */
export interface DoorOptions {
  /**
   * The path below which the service lives, as the `basePath` of `createHandler`.
   * @default '/'
   */
  readonly basePath?: string | undefined;
  /**
   * The URL below which clients find the service, for the commands on the front door and the URLs in the
   * TileJSON document: `https://example.org/places`.
   * @default `http:`, or `https:` if a proxy says so in `X-Forwarded-Proto`, with `Host` and `basePath`
   */
  readonly publicUrl?: string | undefined;
  /**
   * What the front door says of the service.
   * @default nothing but what it finds out itself
   */
  readonly about?: AboutService | undefined;
  /**
   * Refuses all writes through the returned handler, as `withReadOnly` of the core does, and says so.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * What is true of the service, for its description at `/-/openapi.json` and `/-/docs`: the options of its
   * handler, and as `sections` what the program serves below `/-/` besides.
   * @default no description is served
   */
  readonly openApi?: Omit<OpenApiOptions, 'url' | 'readOnly'> | undefined;
  /**
   * Called with the cause of every 500 and of every stream that failed halfway, and with the request. The
   * cause never reaches the client. An error that it throws is ignored.
   * @default does nothing
   */
  readonly onError?: ((error: unknown, request: LocationRequest) => void) | undefined;
}

/** The options, checked and with their defaults. */
export interface DoorSettings {
  readonly baseSegments: readonly string[];
  /** Without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly about: AboutService;
  readonly readOnly: boolean;
  readonly openApi: DoorOptions['openApi'];
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

/** Whether a value is the URL of something on the web. */
export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^/?#]/.test(value);
}

/** @throws {OptionError} when an option cannot work. */
export function checkDoorOptions(options: DoorOptions): DoorSettings {
  const { basePath = '/', publicUrl, about = {}, readOnly = false, openApi, onError } = options;
  if (publicUrl !== undefined && !(isUrl(publicUrl) && !/[?#]/.test(publicUrl))) {
    throw new OptionError('publicUrl', 'a URL without a query');
  }
  if (typeof about !== 'object' || about === null) throw new OptionError('about', 'an object');
  checkOptionTypes('string', { 'about.version': about.version, 'about.store': about.store });
  checkOptionTypes('function', { 'about.activity': about.activity, onError });
  checkOptionTypes('boolean', { readOnly, 'about.hasHealth': about.hasHealth });
  if (openApi !== undefined) {
    if (typeof openApi !== 'object' || openApi === null) throw new OptionError('openApi', 'an object');
    checkOpenApiOptions(openApi);
  }
  return {
    baseSegments: parseBasePath(basePath),
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    about,
    readOnly,
    openApi,
    // A hook that throws or rejects does not change a response.
    onError: async (error, request) => {
      try {
        await onError?.(error, request);
      } catch {}
    },
  };
}
