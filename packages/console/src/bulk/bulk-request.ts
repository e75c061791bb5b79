import type { LocationRequest } from '@location-records/core';
import type { ImportFormat, InspectOptions, ParseOptions, TextFormat } from '@location-records/formats';
import { type Parameters, readParameters } from '../records/parameters.ts';
import { BulkFault, PassedOnError, parameterFault, type RequestFault } from '../records/request-fault.ts';
import { isMediaType, mediaTypes } from './media-types.ts';

/** A request to write records. */
export interface BulkRequest {
  /** How the body is read. */
  readonly reading:
    | { readonly kind: 'strict'; readonly options: ParseOptions }
    | { readonly kind: 'any'; readonly options: InspectOptions };
  /** Whether records are written, or deleted if they have the same content. */
  readonly action: 'write' | 'delete';
  readonly onConflict: 'replace' | 'skip';
  /** Whether nothing is written. */
  readonly dryRun: boolean;
  /** Whether the report has an outcome for each record. */
  readonly returnsOutcomes: boolean;
}

/** The parameters that strict reading has, too. */
const commonNames = [
  'format',
  'id',
  'description',
  'latitude',
  'longitude',
  'delimiter',
  'strict-coordinates',
] as const;

/** Those that only files of other people need. */
const looseNames = [
  'coordinates',
  'swap',
  'crs',
  'scale',
  'encoding',
  'columns',
  'layer',
  'duplicates',
] as const;

/** The parameters of POST, named as the flags of the command. */
export const bulkParameterNames = [
  ...commonNames,
  ...looseNames,
  'strict',
  'action',
  'on-conflict',
  'dry-run',
  'return',
] as const;

type BulkParameters = Parameters<(typeof bulkParameterNames)[number]>;

/**
 * Reads the content type and the query of a request.
 *
 * @throws {RequestFault} if the content type is missing or wrong, and for the first parameter that cannot be
 * served.
 */
export function parseBulkRequest({ headers, target }: LocationRequest): BulkRequest {
  if (!isMediaType(headers['content-type'] ?? [])) throw wrongType();
  const parameters = readParameters(target, bulkParameterNames);
  return {
    reading: isSet(parameters, 'strict') ? strictReading(parameters) : anyReading(parameters),
    action: oneOf(parameters, 'action', ['write', 'delete']) ?? 'write',
    onConflict: oneOf(parameters, 'on-conflict', ['replace', 'skip']) ?? 'replace',
    dryRun: isSet(parameters, 'dry-run'),
    returnsOutcomes: oneOf(parameters, 'return', ['outcomes']) !== undefined,
  };
}

function strictReading(parameters: BulkParameters): BulkRequest['reading'] {
  for (const name of looseNames) {
    if (parameters.has(name)) throw parameterFault(name, 'not be used with "strict=true"');
  }
  const options: ParseOptions = {
    format: parameters.get('format') as TextFormat | undefined,
    idProperty: parameters.get('id'),
    descriptionProperty: parameters.get('description'),
    latitudeColumn: parameters.get('latitude'),
    longitudeColumn: parameters.get('longitude'),
    delimiter: parameters.get('delimiter'),
    strictCoordinates: isSet(parameters, 'strict-coordinates'),
  };
  return { kind: 'strict', options };
}

function anyReading(parameters: BulkParameters): BulkRequest['reading'] {
  const scale = parameters.get('scale');
  const options: InspectOptions = {
    format: parameters.get('format') as ImportFormat | undefined,
    id: parameters.get('id'),
    description: parameters.get('description'),
    latitude: parameters.get('latitude'),
    longitude: parameters.get('longitude'),
    coordinates: parameters.get('coordinates'),
    swap: isSet(parameters, 'swap'),
    crs: parameters.get('crs'),
    scale: scale === undefined ? undefined : Number(scale),
    encoding: parameters.get('encoding'),
    delimiter: parameters.get('delimiter'),
    columns: parameters.get('columns')?.split(','),
    layer: parameters.get('layer'),
    duplicates: oneOf(parameters, 'duplicates', ['error', 'last']),
    strictCoordinates: isSet(parameters, 'strict-coordinates'),
  };
  return { kind: 'any', options };
}

type Name = (typeof bulkParameterNames)[number];

function isSet(parameters: BulkParameters, name: Name): boolean {
  return oneOf(parameters, name, ['true', 'false']) === 'true';
}

/** Returns the value of a parameter, which must be one of these. */
function oneOf<Value extends string>(
  parameters: BulkParameters,
  name: Name,
  values: readonly Value[],
): Value | undefined {
  const value = parameters.get(name) as Value | undefined;
  if (value === undefined || values.includes(value)) return value;
  throw parameterFault(name, `be ${values.map((each) => JSON.stringify(each)).join(' or ')}`);
}

function wrongType(): RequestFault {
  return new BulkFault(
    'Content-type is wrong, it must be application/octet-stream for any file, or the type of the file, such as text/csv',
    'content type missing or wrong',
    415,
    { 'Accept-Post': mediaTypes.join(', ') },
  );
}

/** How long a body may be, in bytes: 8 MiB. */
export const maxLength = 2 ** 23;

/**
 * Reads the whole body.
 *
 * @throws {RequestFault} if it is empty, too long or compressed.
 * @throws {PassedOnError} if it cannot be read.
 */
export async function readBulkBody(request: LocationRequest): Promise<Uint8Array> {
  const [announced] = request.headers['content-length'] ?? [];
  if (Number(announced) > maxLength) throw tooLong();
  let bytes: Uint8Array;
  try {
    bytes = await request.body(maxLength + 1);
  } catch (cause) {
    throw new PassedOnError('The request body cannot be read.', { cause });
  }
  if (bytes.length > maxLength) throw tooLong();
  if (bytes.length === 0) throw new BulkFault('Body content is missing', 'a body of zero bytes');
  // A short body could unpack to any length.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new BulkFault('The body is compressed with gzip: unpack it first', 'the body is compressed');
  }
  return bytes;
}

function tooLong(): RequestFault {
  const advice = 'send the records in several requests, as "location-records import --url" does';
  return new BulkFault(`The body is longer than 8 MiB: ${advice}`, 'the body is too long', 413);
}
