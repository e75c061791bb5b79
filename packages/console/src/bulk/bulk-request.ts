import type { LocationRequest } from '@location-records/core';
import type { ParseOptions, TextFormat } from '@location-records/formats';
import { readParameters } from '../records/parameters.ts';
import { parameterFault, RequestBodyError, RequestFault } from '../records/request-fault.ts';
import { isMediaType, mediaTypes } from './media-types.ts';

/** A request to write records. */
export interface BulkRequest {
  readonly parsing: ParseOptions;
  /** Whether records are written, or deleted if they have the same content. */
  readonly action: 'write' | 'delete';
  readonly onConflict: 'replace' | 'skip';
  /** Whether nothing is written. */
  readonly dryRun: boolean;
  /** Whether the report has an outcome for each record. */
  readonly returnsOutcomes: boolean;
}

/** The parameters of POST, named as the flags of the command. */
const parameterNames = [
  'format',
  'id',
  'description',
  'latitude',
  'longitude',
  'delimiter',
  'properties',
  'strict-coordinates',
  'action',
  'on-conflict',
  'dry-run',
  'return',
] as const;

/**
 * Reads the content type and the query of a request.
 *
 * @throws {RequestFault} if the content type is missing or wrong, and for the first parameter that cannot be
 * served.
 */
export function parseBulkRequest({ headers, target }: LocationRequest): BulkRequest {
  if (!isMediaType(headers['content-type'] ?? [])) throw wrongType();
  const parameters = readParameters(target, parameterNames);
  const oneOf = <Value extends string>(name: (typeof parameterNames)[number], values: readonly Value[]) => {
    const value = parameters.get(name) as Value | undefined;
    if (value === undefined || values.includes(value)) return value;
    throw parameterFault(name, `be ${values.map((each) => JSON.stringify(each)).join(' or ')}`);
  };
  return {
    parsing: {
      format: parameters.get('format') as TextFormat | undefined,
      idProperty: parameters.get('id'),
      descriptionProperty: parameters.get('description'),
      latitudeColumn: parameters.get('latitude'),
      longitudeColumn: parameters.get('longitude'),
      delimiter: parameters.get('delimiter'),
      properties: oneOf('properties', ['refuse', 'ignore']),
      strictCoordinates: oneOf('strict-coordinates', ['true', 'false']) === 'true',
    },
    action: oneOf('action', ['write', 'delete']) ?? 'write',
    onConflict: oneOf('on-conflict', ['replace', 'skip']) ?? 'replace',
    dryRun: oneOf('dry-run', ['true', 'false']) === 'true',
    returnsOutcomes: oneOf('return', ['outcomes']) !== undefined,
  };
}

function wrongType(): RequestFault {
  return new RequestFault(
    'Content-type is wrong, it must be application/octet-stream for any file, or the type of the file, such as text/csv',
    'content type missing or wrong',
    415,
    { 'Accept-Post': mediaTypes.join(', ') },
  );
}

/** How long a body may be, in bytes: 8 MiB. */
const maxLength = 2 ** 23;

/**
 * Reads the whole body.
 *
 * @throws {RequestFault} if it is empty or too long.
 * @throws {RequestBodyError} if it cannot be read.
 */
export async function readBulkBody(request: LocationRequest): Promise<Uint8Array> {
  const [announced] = request.headers['content-length'] ?? [];
  if (Number(announced) > maxLength) throw tooLong();
  let bytes: Uint8Array;
  try {
    bytes = await request.body(maxLength + 1);
  } catch (cause) {
    throw new RequestBodyError('The request body cannot be read.', { cause });
  }
  if (bytes.length > maxLength) throw tooLong();
  if (bytes.length === 0) throw new RequestFault('Body content is missing', 'a body of zero bytes');
  return bytes;
}

function tooLong(): RequestFault {
  const advice = 'send the records in several requests, as "location-records import --url" does';
  return new RequestFault(`The body is longer than 8 MiB: ${advice}`, 'the body is too long', 413);
}
