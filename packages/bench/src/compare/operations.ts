import { requestBytes } from '../shared/connection.ts';
import { record } from '../shared/cpu-time/contestants.ts';

/** What a client asks a service for. An operation on the list has an empty `id`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly id: string;
  readonly body?: string;
}

/** A record whose JSON is as long as the specification allows: 4 KiB. */
export const largeRecord = { id: 'large', body: withLength(4096) } as const;

/** The identifier of a record that is never there. */
export const absentId = 'absent';

/** The request for an operation, as the specification has it. */
export function specifiedRequest({ method, id, body }: Operation): Buffer {
  return requestBytes(method, id, body);
}

/** The request that json-server has for the same: it takes the identifier of a new record from its body. */
export function jsonServerRequest({ method, id, body }: Operation): Buffer {
  const resource = 'locations';
  if (method !== 'POST') return requestBytes(method, id, body, `/${resource}`);
  return requestBytes(method, resource, body?.replace(/^\{/, `{"id":${JSON.stringify(id)},`));
}

function withLength(length: number): string {
  const { coordinates } = JSON.parse(record.body);
  const text = (description: string) => JSON.stringify({ description, coordinates });
  return text('x'.repeat(length - text('').length));
}
