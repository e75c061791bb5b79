import { allowedMethods, problems } from '@location-records/core/adapter-kit';
import type { Described } from './options.ts';
import {
  content,
  entryOf,
  headOf,
  type Json,
  type Operation,
  operationObject,
  type Problem,
  ref,
} from './parts.ts';

const tower = {
  description: 'Eiffel Tower',
  coordinates: { latitude: 48.8584, longitude: 2.2945 },
};

/** The schemas of the specification (SPEC section 2). */
export function recordSchemas(described: Described): Json {
  const { strictCoordinates, unknownMembers, absentDescription } = described;
  const writesNull = absentDescription === 'null';
  const degrees = { type: 'number', format: 'double' };
  const within = (limit: number) => (strictCoordinates ? { minimum: -limit, maximum: limit } : {});
  const closed = { additionalProperties: false };
  const closedInput = unknownMembers === 'reject' ? closed : {};
  const pair = (limits: Json, longitudeLimits: Json) => ({
    latitude: { ...degrees, ...limits, description: 'Decimal degrees.' },
    longitude: { ...degrees, ...longitudeLimits, description: 'Decimal degrees.' },
  });
  const required = ['latitude', 'longitude'];
  return {
    Coordinates: { type: 'object', required, properties: pair({}, {}), ...closed },
    Location: {
      description: 'A place.',
      type: 'object',
      required: writesNull ? ['description', 'coordinates'] : ['coordinates'],
      properties: {
        description: {
          type: writesNull ? ['string', 'null'] : 'string',
          description: writesNull ? '`null` if there is none.' : 'Absent if there is none.',
        },
        coordinates: ref('schemas', 'Coordinates'),
      },
      ...closed,
      examples: [tower],
    },
    LocationInput: {
      description: 'A place as clients send it.',
      type: 'object',
      required: ['coordinates'],
      properties: {
        description: { type: ['string', 'null'], description: '`null` is as good as absent.' },
        coordinates: { type: 'object', required, properties: pair(within(90), within(180)), ...closedInput },
      },
      ...closedInput,
      examples: [tower],
    },
    LocationEntry: {
      description: 'A pair: the identifier, then the Location.',
      ...entryOf(ref('schemas', 'Location')),
    },
    LocationList: {
      description: 'All records, each once, in no promised order.',
      type: 'array',
      items: ref('schemas', 'LocationEntry'),
      examples: [[['eiffel-tower', tower]]],
    },
    ErrorObject: {
      description: 'What every error has as its body.',
      type: 'object',
      required: ['error_message'],
      properties: { error_message: { type: 'string', description: 'For people. The texts do not change.' } },
      ...closed,
    },
  };
}

export const recordParameters: Json = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description:
      'The identifier: any text but `.` and `..`, which URLs cannot have. It is one segment of the path, ' +
      'percent-encoded as UTF-8; `/` is `%2F`. Without one, writes are 400.',
    schema: { type: 'string', minLength: 1, not: { enum: ['.', '..'] } },
    example: 'eiffel-tower',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Entity tags with their quotation marks, or `*`: the request succeeds only if the record has one of them.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags that the client has, or `*`, with which a write only creates.',
    schema: { type: 'string' },
  },
};

export const recordHeaders: Json = {
  Allow: {
    description: 'The methods that the path has.',
    schema: { type: 'string' },
    example: allowedMethods,
  },
  ETag: {
    description: 'The entity tag of the content, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string', pattern: '^"[\\x21\\x23-\\x7e]+"$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
};

/** What a method responds to OPTIONS with (D13). */
export const allowed: Json = {
  description: 'The methods, in `Allow`.',
  headers: { Allow: ref('headers', 'Allow') },
};

/** The paths of the specification (SPEC section 4). */
export function recordPaths(described: Described): Json {
  const { bodyLimit, etags, readOnly } = described;
  const { internalError, identifierInvalid } = problems;
  const tagged: Json = etags ? { headers: { ETag: ref('headers', 'ETag') } } : {};
  const precondition: readonly Problem[] = etags ? [problems.preconditionInvalid] : [];
  const failed: readonly Problem[] = etags ? [problems.preconditionFailed] : [];
  // A write that others overtake again and again is 503.
  const lost: readonly Problem[] = etags ? [...failed, problems.unavailable] : [];
  const conditions = etags ? [ref('parameters', 'IfMatch'), ref('parameters', 'IfNoneMatch')] : [];

  const list: Operation = {
    id: 'listLocations',
    tag: 'Records',
    summary: 'All records',
    description:
      'The list may be long. A list that breaks off is not whole: the connection is closed before its end.',
    found: {
      200: { description: 'The list.', content: content('application/json', ref('schemas', 'LocationList')) },
    },
    errors: [internalError],
    role: 'read',
  };
  const get: Operation = {
    id: 'getLocation',
    tag: 'Records',
    summary: 'One record',
    parameters: conditions,
    found: {
      200: {
        description: 'The Location.',
        ...(etags && {
          headers: { ETag: ref('headers', 'ETag'), 'Cache-Control': { schema: { const: 'no-cache' } } },
        }),
        content: content('application/json', ref('schemas', 'Location')),
      },
      ...(etags && { 304: { description: 'The client has the content with this tag.', ...tagged } }),
    },
    errors: [identifierInvalid, ...precondition, problems.resourceNotFound, ...failed, internalError],
    role: 'read',
  };
  const write: Omit<Operation, 'id' | 'summary'> = {
    tag: 'Records',
    parameters: conditions,
    body: {
      required: true,
      description: `A Location. ${bodyLimit.toLocaleString('en')} characters are read; JSON that goes on behind them is not valid.`,
      content: content('application/json', ref('schemas', 'LocationInput')),
    },
    found: { 200: { description: 'The record is stored. The body is empty.', ...tagged } },
    role: 'write',
  };
  const writeErrors = [
    problems.contentTypeWrong,
    problems.identifierMissing,
    identifierInvalid,
    problems.bodyMissing,
    problems.bodyInvalid,
    ...precondition,
    ...lost,
    internalError,
  ];
  const post: Operation = {
    ...write,
    id: 'putLocation',
    summary: 'Create a record, or replace it',
    errors: writeErrors,
  };
  const put: Operation = {
    ...write,
    id: 'replaceLocation',
    summary: 'Replace a record that exists',
    description: 'A record that does not exist is 404, also if the body is not valid.',
    errors: [...writeErrors, problems.locationNotFound],
  };
  const remove: Operation = {
    id: 'deleteLocation',
    tag: 'Records',
    summary: 'Delete a record',
    description: 'A record that does not exist is deleted, too.',
    parameters: conditions,
    found: { 200: { description: 'No such record exists now. The body is empty.' } },
    errors: [problems.deleteWithoutIdentifier, identifierInvalid, ...precondition, ...lost, internalError],
    role: 'write',
  };
  const options = (id: string): Operation => ({
    id,
    tag: 'Records',
    summary: 'The methods of the path',
    found: { 200: allowed },
    role: 'read',
  });
  const object = (operation: Operation) => operationObject(operation, described);
  return {
    '/': { get: object(list), head: headOf(list, described), options: object(options('optionsOfList')) },
    '/{id}': {
      parameters: [ref('parameters', 'id')],
      get: object(get),
      head: headOf(get, described),
      ...(!readOnly && { post: object(post), put: object(put), delete: object(remove) }),
      options: object(options('optionsOfLocation')),
    },
  };
}
