import { StoreError } from '@location-records/core';
import { RecordRefusedError } from '../errors.ts';
import { printableLine } from '../output/printable-text.ts';
import { isErrorObject, messageOf, parseJson } from './error-object.ts';
import type { TextResponse } from './text-response.ts';

/** How much of a message is shown. */
const maxMessage = 200;

/** These say that the service cannot do it now: a retry may succeed. */
const passing = new Set([408, 425, 429]);
/** These concern every request, and not its record. */
const general = new Set([401, 402, 403, 404, 405, 407, 410, 421, 451]);

/** Why the response to a request about one record, or for the list, does not have the status that was hoped for. */
export function responseFailure(
  url: string,
  { status, headers, text }: TextResponse,
  about: 'a record' | 'the list' = 'a record',
): Error {
  const said = saidBy(text);
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

/** The message of an Error object, as the end of a sentence. */
function saidBy(text: string): string {
  const value = parseJson(text);
  if (!isErrorObject(value)) return '';
  const message = messageOf(value);
  return `, "${message.length > maxMessage ? `${message.slice(0, maxMessage).toWellFormed()}…` : message}"`;
}
