import type { CaseRequest } from './service.ts';

type Headers = NonNullable<CaseRequest['headers']>;

/** What a client says of a JSON body. */
export const jsonType: Headers = [['Content-Type', 'application/json']];

/** A request without a body. */
export function ask(method: string, target: string, headers: Headers = []): CaseRequest {
  return { method, target, headers };
}

/** A request with a body. */
export function send(
  method: string,
  target: string,
  body: string | Uint8Array,
  headers: Headers = jsonType,
): CaseRequest {
  return { method, target, headers, body };
}

/** Joins text and bytes to the bytes of one body. */
export function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
}
