import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { StoreError } from '@location-records/core';
import { RecordRefusedError } from '../errors.ts';
import { printableLine, shorten } from '../output/printable-text.ts';

/** A response of a service, read to its end. */
export interface TextResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Reads a response to its end. */
export async function readText(response: IncomingMessage): Promise<TextResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: new TextDecoder().decode(Buffer.concat(chunks)) };
}

/** Whether a response says that it is JSON. */
export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** Parses a JSON text. Returns `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is an Error object (SPEC section 2). */
export function isErrorObject(value: unknown): value is { readonly error_message: string } {
  return (
    typeof (value as { readonly error_message?: unknown } | undefined | null)?.error_message === 'string'
  );
}

/** The message of an Error object on one line, without the full stop at its end. */
export function messageOf(value: unknown): string {
  if (!isErrorObject(value)) return 'it did not say why';
  return printableLine(value.error_message).replace(/\.$/, '');
}

/** These say that the service cannot do it now: a retry may succeed. */
const passing = new Set([408, 425, 429]);
/** These concern every request, and not its record. */
const general = new Set([401, 402, 403, 404, 405, 407, 410, 421, 451]);

/**
 * Why the response to a request about one record, or for the list, does not have the status that was hoped
 * for.
 */
export function responseFailure(
  url: string,
  { status, headers, text }: TextResponse,
  about: 'a record' | 'the list' = 'a record',
): Error {
  const value = parseJson(text);
  const said = isErrorObject(value) ? `, "${shorten(messageOf(value), 200)}"` : '';
  const service = `The service at ${url}`;
  if (status >= 500 || passing.has(status)) {
    return new StoreError('STORE_UNAVAILABLE', `${service} responded with ${status}${said}.`);
  }
  if (status === 401 || status === 403) {
    const problem = `refuses access with ${status}${said}; see --header`;
    return new StoreError('STORE_UNSUITABLE', `${service} ${problem}.`);
  }
  if (status >= 300 && status < 400) {
    const location = printableLine(headers.location ?? 'nowhere');
    const problem = `redirects to ${location}, which is not followed; give the URL of the service itself`;
    return new StoreError('STORE_UNSUITABLE', `${service} ${problem}.`);
  }
  if (about === 'a record' && status >= 400 && !general.has(status)) {
    return new RecordRefusedError(`The service responded with ${status}${said}.`);
  }
  return notAService(url, `it responded with ${status}${said}`);
}

/** What was asked is not a service. */
export function notAService(url: string, problem: string): StoreError {
  return new StoreError(
    'STORE_UNSUITABLE',
    `The URL ${url} is not one of a service of location records: ${problem}.`,
  );
}
