import { problems } from '@location-records/core/adapter-kit';
import type { Described } from './options.ts';

/** JSON of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** The status and the message of an error, as in the tables of the code; `<id>` stands for the identifier. */
export type Problem = readonly [status: number, message: string];

/** One operation of the document, with its errors as a table. */
export interface Operation {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly body?: Json;
  /** The responses that are no errors, by status. */
  readonly found: Readonly<Record<number, Json>>;
  readonly errors?: readonly Problem[];
  /** Who may call it where tokens are needed. */
  readonly role: 'anyone' | 'read' | 'write' | 'admin';
}

export const tags = {
  Records: 'One record by its identifier, and the list of all: the specification of the service.',
  'Many records': 'Pages, areas, formats and changes.',
  'OGC API Features': 'The records for geographic information systems (OGC 17-069r4).',
  Map: 'The records on a map.',
  Service: 'The service itself: what it has, its description, its health.',
} as const;

type Tag = keyof typeof tags;

export function ref(kind: 'schemas' | 'parameters' | 'headers', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Content with one media type. */
export function content(type: string, schema: Json, examples?: Json): Json {
  return { [type]: { schema, ...(examples && { examples }) } };
}

export const text = { type: 'string' };
export const number = { type: 'number' };
export const count = { type: 'integer', minimum: 0 };

/** A string of these. */
export function oneOf(...values: readonly string[]): Json {
  return { enum: values };
}

/** An object with these members; all of them are required unless `required` says otherwise. */
export function object(properties: Json, required: readonly string[] = Object.keys(properties)): Json {
  return { type: 'object', required, properties };
}

export function arrayOf(items: Json): Json {
  return { type: 'array', items };
}

/** A pair: the identifier, then what this schema is for. */
export function entryOf(schema: Json): Json {
  // `items: false` adds nothing to `maxItems`, and validators of older drafts take it for "no items".
  return { type: 'array', prefixItems: [text, schema], minItems: 2, maxItems: 2 };
}

const retryAfter = { 'Retry-After': ref('headers', 'RetryAfter') };

/** Fields that errors have, by their status. */
const errorHeaders: Readonly<Record<number, Json>> = {
  401: {
    'WWW-Authenticate': {
      description: 'The schemes that carry a token: Basic and Bearer.',
      schema: { type: 'string' },
    },
  },
  412: { ETag: ref('headers', 'ETag') },
  429: retryAfter,
  503: retryAfter,
};

/** The errors that every operation with this role has, by the options of the service. */
function commonErrors({ tokens, rate, maxRequests }: Described, role: Operation['role']): readonly Problem[] {
  if (role === 'anyone') return [];
  const needsMore = role !== 'read';
  return [
    ...(tokens ? ([[401, 'Unauthorized']] as const) : []),
    ...(tokens && needsMore ? ([[403, 'Forbidden']] as const) : []),
    ...(rate ? ([[429, 'Too many requests']] as const) : []),
    ...(maxRequests ? [problems.unavailable] : []),
  ];
}

/** Writes an operation as an OpenAPI Operation Object. */
export function operationObject(operation: Operation, described: Described): Json {
  const { id, tag, summary, description, parameters, body, found, role } = operation;
  const errors = [...(operation.errors ?? []), ...commonErrors(described, role)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(described.tokens && role === 'anyone' && { security: [] }),
    ...(parameters && parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...found, ...errorResponses(errors) },
  };
}

/** Returns the same operation for HEAD, whose responses have no bodies (D12). */
export function headOf(operation: Operation, described: Described): Json {
  const id = operation.id.replace(/^[a-z]+/, 'head');
  const get = operationObject(
    { ...operation, id, summary: `${operation.summary}, without the body` },
    described,
  );
  const responses = Object.entries(get.responses as Record<string, Json>);
  const bare = responses.map(([status, { content: _, ...response }]) => [status, response]);
  return { ...get, responses: Object.fromEntries(bare) };
}

/** Several messages with one status are one response. */
function errorResponses(errors: readonly Problem[]): Record<number, Json> {
  const responses: Record<number, Json> = {};
  for (const status of new Set(errors.map(([each]) => each))) {
    const messages = [...new Set(errors.filter(([each]) => each === status).map(([, message]) => message))];
    const headers = errorHeaders[status];
    responses[status] = {
      description: messages.map((message) => `\`${message}\``).join(', '),
      ...(headers && { headers }),
      content: content(
        'application/json',
        { ...ref('schemas', 'ErrorObject'), properties: { error_message: messageSchema(messages) } },
        Object.fromEntries(
          messages.map((message) => [
            exampleName(message),
            { value: { error_message: message.replace('<id>', 'eiffel-tower') } },
          ]),
        ),
      ),
    };
  }
  return responses;
}

/** Anything may stand for the placeholder of a message: `<id>` and `…`. */
function messageSchema(messages: readonly string[]): Json {
  if (!messages.some((message) => /<id>|…/.test(message))) return { enum: messages };
  const patterns = messages.map((message) =>
    message.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/<id>|…/g, '[\\s\\S]*'),
  );
  return { pattern: `^(?:${patterns.join('|')})$` };
}

/** `Location not found: <id>` is `LocationNotFound`. */
function exampleName(message: string): string {
  const words = message.replace(/<id>/, '').match(/\w+/g) ?? [];
  return (
    words
      .slice(0, 6)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('') || 'Error'
  );
}
