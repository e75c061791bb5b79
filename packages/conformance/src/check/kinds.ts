import { ContractError, isEqual } from '../contract-error.ts';
import { errorObject } from '../http/expect-problem.ts';
import { ConnectionEndedError } from '../http/service.ts';
import { TimeoutError } from '../transport/byte-queue.ts';

/** How a violation showed: a response that breaks a rule, a timeout, or a connection that ended or broke. */
export type Cause = 'response' | 'timeout' | 'connection';

/** The codes of connections that the server, or a host on the way, broke. */
const broken = ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ECONNABORTED'];

/** How a violation showed. */
export function causeOf(error: unknown): Cause {
  if (error instanceof TimeoutError) return 'timeout';
  const isBroken = broken.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  return error instanceof ConnectionEndedError || isBroken ? 'connection' : 'response';
}

/** The kind of messages with another identifier than the sent one. */
export const anotherIdentifier = 'another identifier';

/** Texts of at least this length count as alike: they usually differ in their values only. */
const longText = 100;

const types = ['undefined', 'boolean', 'number', 'string', 'object', 'array'];

/** What cases compare of a list that must have certain records. */
const ofLists = ['listed', 'entries', 'entry', 'identifiers', 'records'];

/** A key for violations that differ in the same way. Identifiers and numbers do not count. */
export function kindOf(error: unknown): string {
  // A slow server, or a bad network, has nothing to do with the cases that met it.
  if (causeOf(error) !== 'response') return causeOf(error);
  if (!(error instanceof ContractError))
    return outline(error instanceof Error ? error.message : String(error));
  const [expected, actual] = [partsOf(error.expected), partsOf(error.actual)];
  const statuses = expected.status === actual.status ? '' : `${expected.status} ${actual.status}`;
  const isSame = isEqual(expected.body, actual.body);
  if (isSame && statuses === '') return 'the same values in another notation';
  if (statuses === '' && isProblem(expected.body) && isProblem(actual.body)) {
    return kindOfMessages(expected.body.error_message, actual.body.error_message);
  }
  const isJson = typeof error.expected === 'string' && isContainer(expected.body);
  const isResponse = isJson || expected.status !== '' || expected.body === errorObject;
  const differences = isSame ? [] : differenceOf(expected.body, actual.body);
  if (isOfRecords(error, expected.body, differences)) return 'a list of other records';
  return [isResponse ? 'response' : error.what.toLowerCase(), statuses, ...differences].join(' | ');
}

/** Splits a text such as `404 {"error_message":"…"}` into status and body. Any other value is all body. */
function partsOf(value: unknown): { readonly status: string; readonly body: unknown } {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const [, status = '', body = ''] = /^(\d{3})(?: (.*))?$/s.exec(text) ?? ['', '', text];
  try {
    return { status, body: JSON.parse(body) };
  } catch {
    return { status, body };
  }
}

/** The kind of two messages of responses with the same status. */
function kindOfMessages(expected: string, actual: string): string {
  const [[start, id], [otherStart, otherId]] = [partsOfMessage(expected), partsOfMessage(actual)];
  const isNotation =
    start === otherStart ? /^\W$/.test(otherId.replace(id, '')) : lettersOf(expected) === lettersOf(actual);
  if (isNotation) return 'the same messages in another notation';
  return start === otherStart && otherId !== ''
    ? anotherIdentifier
    : ['message', start, otherStart].join(' | ');
}

/** A message up to its identifier, and the identifier. */
function partsOfMessage(message: string): readonly [start: string, id: string] {
  const [start = '', ...id] = message.split(': ');
  return [start, id.join(': ')];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a list does not follow the writes: its records are missing, surplus or out of date. */
function isOfRecords(
  { what, clause }: ContractError,
  list: unknown,
  [path = '', expected = '', actual = '']: readonly string[],
): boolean {
  if (path === '')
    return ofLists.includes(what) || (Array.isArray(list) && [expected, actual].includes('undefined'));
  const isOfTypes = expected !== actual && types.includes(expected) && types.includes(actual);
  return what === 'listed' && clause === 'SPEC 4.7' && !isOfTypes;
}

/** What a service does to one coordinate, it does to both. */
const coordinates = ['latitude', 'longitude'];

/**
 * The names on the way to the first difference between two values, and an outline of both values there. Entries of
 * lists do not count, so that a record alone and in the list differs in the same way.
 */
function differenceOf(expected: unknown, actual: unknown, path = ''): readonly string[] {
  if (isProblem(expected) && isProblem(actual)) return [outline(expected), outline(actual)];
  if (isProblem(expected) || expected === errorObject) return [errorObject, outline(actual)];
  const isDeep =
    isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual);
  // Where the types differ, the values do not matter: every lost description is the same fault.
  if (!isDeep && typeOf(expected) !== typeOf(actual)) return [path, typeOf(expected), typeOf(actual)];
  if (!isDeep) return [path, outline(expected), outline(actual)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const name = names.find((one) => !isEqual(expected[one], actual[one])) ?? '';
  const step = Array.isArray(expected) ? '' : `/${coordinates.includes(name) ? 'coordinate' : name}`;
  return differenceOf(expected[name], actual[name], `${path}${step}`);
}

/** The kind of a value: a message without its identifier, a short text up to its first digit, or a type. */
function outline(value: unknown): string {
  if (isProblem(value)) return startOf(value.error_message);
  if (typeof value !== 'string') return typeOf(value);
  return value.length < longText ? startOf(value) : 'a long text';
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function startOf(text: string): string {
  return text.replace(/(: |\d).*/s, '');
}

function isProblem(value: unknown): value is { readonly error_message: string } {
  return isContainer(value) && typeof value.error_message === 'string';
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
