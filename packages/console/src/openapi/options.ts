import { type HandlerOptions, OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';

/** Options of {@link createOpenApi}: what is true of a service. Their defaults are those of `createHandler`. */
export interface OpenApiOptions
  extends Pick<
    HandlerOptions,
    'bodyLimit' | 'strictCoordinates' | 'unknownMembers' | 'absentDescription' | 'etags'
  > {
  /**
   * The URL of the service, or its path.
   * @default '/'
   */
  readonly url?: string | undefined;
  /**
   * Whether the service refuses all writes (D55). The document then has none.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Whether requests need a token (D55).
   * @default false
   */
  readonly tokens?: boolean | undefined;
  /**
   * Whether a client that sends too much gets 429 (D55).
   * @default false
   */
  readonly rate?: boolean | undefined;
  /**
   * Whether a request gets 503 if too many are handled at a time (D55).
   * @default false
   */
  readonly maxRequests?: boolean | undefined;
  /**
   * What the service has below `/-/`, by the first segment; `door` is `/-/` itself.
   * @default all but `metrics`
   */
  readonly sections?: readonly OpenApiSection[] | undefined;
}

/** What a service may have below `/-/`, in the order of the document. */
const sections = [
  'door',
  'records',
  'map',
  'tiles.json',
  'tiles',
  'events',
  'ogc',
  'openapi.json',
  'docs',
  'livez',
  'readyz',
  'metrics',
] as const;

/** A part of the document: what a service may have below `/-/`, by its first segment, and `door` for `/-/`. */
export type OpenApiSection = (typeof sections)[number];

/** The options with their defaults. */
export type Described = { readonly [Name in keyof OpenApiOptions]-?: NonNullable<OpenApiOptions[Name]> };

/** @throws {OptionError} when an option cannot work or is not known. */
export function checkOpenApiOptions(options: OpenApiOptions | undefined): Described {
  const {
    url = '/',
    bodyLimit = 4096,
    strictCoordinates = false,
    unknownMembers = 'reject',
    absentDescription = 'omit',
    etags = false,
    readOnly = false,
    tokens = false,
    rate = false,
    maxRequests = false,
    sections: chosen = sections.filter((name) => name !== 'metrics'),
  } = checkOptionNames(options, [
    'url',
    'bodyLimit',
    'strictCoordinates',
    'unknownMembers',
    'absentDescription',
    'etags',
    'readOnly',
    'tokens',
    'rate',
    'maxRequests',
    'sections',
  ]);
  checkOptionTypes('string', { url });
  checkOptionTypes('boolean', { strictCoordinates, etags, readOnly, tokens, rate, maxRequests });
  if (!Number.isInteger(bodyLimit) || bodyLimit < 1)
    throw new OptionError('bodyLimit', 'a whole number from 1');
  if (unknownMembers !== 'reject' && unknownMembers !== 'ignore') {
    throw new OptionError('unknownMembers', "'reject' or 'ignore'");
  }
  if (absentDescription !== 'omit' && absentDescription !== 'null') {
    throw new OptionError('absentDescription', "'omit' or 'null'");
  }
  const isKnown = (name: OpenApiSection) => sections.includes(name);
  if (!Array.isArray(chosen) || !chosen.every(isKnown)) {
    throw new OptionError('sections', `an array of ${sections.join(', ')}`);
  }
  return {
    ...{ url, bodyLimit, strictCoordinates, unknownMembers, absentDescription },
    ...{ etags, readOnly, tokens, rate, maxRequests },
    sections: sections.filter((name) => chosen.includes(name)),
  };
}
