import { STATUS_CODES } from 'node:http';
import { ContractError, isEqual } from '../../contract-error.ts';
import { alsoRefusals, errorObject, messages } from '../../http/expect-problem.ts';
import { ConnectionEndedError } from '../../http/service.ts';
import { isContainer, isProblem } from '../../response-values.ts';
import { TimeoutError } from '../../transport/byte-queue.ts';
import type { Violation } from '../violation.ts';
import { blamedWrite } from './blamed-write.ts';
import { differenceOf, outline, type Parts, partsOf } from './compared-parts.ts';

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

/** The kinds that are joined to others. A kind may go on after one of these. */
export const knownKinds = {
  /** Messages with another identifier than the sent one. */
  anotherIdentifier: 'another identifier',
  /** Records that are not as they were written: changed, missing or surplus. */
  contents: 'contents',
  /** Wrong records after the same write, with its method at the end. */
  afterWrite: 'contents | after',
  /** Lists that do not follow the writes. */
  otherList: 'contents | a list of other records',
  /** Requests that the service refuses for a reason that they do not give. */
  refused: 'refused',
  /** Requests that the service must refuse, and treats as if they had passed a check. */
  notRefused: 'not refused',
  /** Refusals by a later check than the first that fails: its message, and the expected one. */
  tooEarly: 'too early',
  /** Errors whose bodies are not JSON. */
  errorWithoutJson: 'an error without JSON',
  contentType: 'content-type',
  contentLength: 'content-length',
  /** Bodies without their last bytes. */
  cut: 'a cut body',
  encoding: 'encoding',
} as const;

/** Whether a kind is this one, or goes on after it. */
export function isOf(kind: string, start: string): boolean {
  return kind === start || kind.startsWith(`${start} `);
}

/** Whether two kinds of wrong records are about the same write, or both about none in particular. */
export function isSameWrite(kind: string, other: string): boolean {
  const [write, otherWrite] = [kind, other].map(
    (one) => /after \w+$|(?<=^contents \| )DELETE\b/.exec(one)?.[0],
  );
  return write === otherWrite;
}

const types = ['undefined', 'boolean', 'number', 'string', 'object', 'array'];

/** What cases compare of a list that must have certain records. */
const ofLists = ['listed', 'entries', 'entry', 'identifiers', 'records'];

/** The messages of requests that lack something, or that no route serves. */
export const refusals: readonly string[] = [
  messages.contentType,
  messages.idMissing,
  messages.idInvalid,
  messages.bodyMissing,
  messages.deleteWithoutId,
  messages.routeNotFound,
  messages.methodNotAllowed,
];

/** A key for violations that differ in the same way. Identifiers and numbers do not count. */
export function kindOf({ error, sent }: Pick<Violation, 'error' | 'sent'>): string {
  // A slow server, or a bad network, has nothing to do with the cases that met it.
  if (causeOf(error) !== 'response') return causeOf(error);
  if (!(error instanceof ContractError))
    return outline(error instanceof Error ? error.message : String(error));
  const [expected, actual] = [partsOf(error.expected), partsOf(error.actual)];
  const statuses = expected.status === actual.status ? '' : `${expected.status} ${actual.status}`;
  const isSame = isEqual(expected.body, actual.body);
  if (isSame && statuses === '') return 'the same values in another notation';
  if (hasOthers(error, expected, actual)) return 'an Error object with other members';
  const unmade = kindOfCheck(expected, actual);
  if (unmade !== undefined) return unmade;
  if (isCreation(expected, actual)) return kindOfContents(sent, '404 200');
  if (isRefusal(expected, actual)) return kindOfRefusal(actual);
  if (statuses === '' && isProblem(expected.body) && isProblem(actual.body)) {
    return kindOfMessages(actual.status, expected.body.error_message, actual.body.error_message);
  }
  if (isCut(error, expected, actual)) return knownKinds.cut;
  const isOfError = isProblem(expected.body) || error.expected === errorObject;
  if (isOfError && statuses === '' && !isContainer(actual.body)) return knownKinds.errorWithoutJson;
  if (isOfList(error, expected) && !Array.isArray(actual.body)) return 'not a list';
  const differences = isSame ? [] : differenceOf(expected.body, actual.body);
  if (isOfRecords(error, expected.body, differences)) return knownKinds.otherList;
  if (isOfContents(error, expected, actual)) {
    if (statuses !== '') return kindOfContents(sent, statuses);
    return [knownKinds.contents, ...typesOf(differences)].join(' | ');
  }
  const isJson = typeof error.expected === 'string' && isContainer(expected.body);
  const isResponse = isJson || expected.status !== '' || expected.body === errorObject;
  // A service that accepts every content type may well refuse wrong bodies.
  const message = /^2/.test(actual.status) && isProblem(expected.body) ? [outline(expected.body)] : [];
  return [isResponse ? 'response' : error.what.toLowerCase(), statuses, ...message, ...differences].join(
    ' | ',
  );
}

/** The kind of a wrong state; with the method, where the response to a write shows it. */
function kindOfContents(sent: Violation['sent'], statuses: string): string {
  const blamed = blamedWrite({ error: undefined, sent });
  return [knownKinds.contents, ...(blamed?.isResponse ? [blamed.method] : []), statuses].join(' | ');
}

/** Whether a response is the expected Error object with more members. */
function hasOthers({ expected }: ContractError, { body }: Parts, actual: Parts): boolean {
  if (!isProblem(actual.body) || Object.keys(actual.body).length === 1) return false;
  return expected === errorObject || (isProblem(body) && body.error_message === actual.body.error_message);
}

const notFound = 'Location not found';

/** The checks of a write in their order, by their messages (SPEC section 4.5). */
const checks: readonly string[] = [
  messages.contentType,
  messages.idMissing,
  messages.idInvalid,
  messages.bodyMissing,
  notFound,
  messages.bodyInvalid,
];

/**
 * The kind of a request that passes the check which it must fail, or fails a later one: the service does not make the
 * check, or makes the later one first.
 */
function kindOfCheck(expected: Parts, actual: Parts): string | undefined {
  if (!isProblem(expected.body)) return undefined;
  const message = outline(expected.body);
  const check = checks.indexOf(message);
  if (check === -1) return undefined;
  // PUT that creates a record makes no check: the state is wrong.
  if (/^2/.test(actual.status) && message !== notFound) return `${knownKinds.notRefused} | ${message}`;
  const came = isProblem(actual.body) ? outline(actual.body) : '';
  return checks.indexOf(came) > check ? `${knownKinds.tooEarly} | ${came} | ${message}` : undefined;
}

function isNothing(body: unknown): boolean {
  return body === '' || body === 'and no body';
}

/** Whether PUT has created a record. */
function isCreation(expected: Parts, { status, body }: Parts): boolean {
  return (
    isProblem(expected.body) && outline(expected.body) === notFound && /^2/.test(status) && isNothing(body)
  );
}

/** Whether a service refuses a request for what it lacks, or with a status that the service never has. */
function isRefusal(expected: Parts, { status, body }: Parts): boolean {
  if (isProblem(body) && refusals.includes(body.error_message)) return !isEqual(expected.body, body);
  // The right message with another status, such as 422, is another fault. HEAD does not have the message.
  if (status === expected.status || (isEqual(expected.body, body) && alsoRefusals.includes(Number(status))))
    return false;
  // Some cases compare only the status.
  return status === '400' ? body === '' : /^4/.test(status) && status !== '404';
}

function kindOfRefusal({ status, body }: Parts): string {
  return [knownKinds.refused, status, ...(isProblem(body) ? [outline(body)] : [])].join(' | ');
}

/** The kind of two errors with the same status. */
function kindOfMessages(status: string, expected: string, actual: string): string {
  if (STATUS_CODES[status] === actual) return 'the names of statuses as messages';
  const [[start, id], [otherStart, otherId]] = [partsOfMessage(expected), partsOfMessage(actual)];
  const isMore =
    id !== undefined && otherId?.startsWith(id) === true && /^\W$/.test(otherId.slice(id.length));
  const isNotation = start === otherStart ? isMore : lettersOf(start) === lettersOf(otherStart);
  if (isNotation) return 'the same messages in another notation';
  if (start === otherStart && otherId !== undefined) return knownKinds.anotherIdentifier;
  return ['message', start, otherStart].join(' | ');
}

/** A message up to its identifier, and the identifier. */
function partsOfMessage(message: string): readonly [start: string, id?: string] {
  const [start = '', ...id] = message.split(': ');
  return id.length === 0 ? [start] : [start, id.join(': ')];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a body lacks its end, as when its length was counted in characters. */
function isCut({ expected, actual }: ContractError, { body }: Parts, got: Parts): boolean {
  if (typeof got.body !== 'string' || typeof expected !== 'string' || typeof actual !== 'string')
    return false;
  return isContainer(body)
    ? expected.startsWith(actual)
    : /^\[\[".*(?<!\]\])$/s.test(got.body) && /JSON|list/.test(expected);
}

/** Whether a violation is about the whole list. */
function isOfList({ what }: ContractError, { body }: Parts): boolean {
  return what === 'list' || (what === 'response' && (Array.isArray(body) || body === 'and a list of pairs'));
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

/** The path of a difference. Its types count where they differ. Every change of a text is one fault. */
function typesOf([path = '', expected = '', actual = '']: readonly string[]): readonly string[] {
  const isOfTypes = expected !== actual && types.includes(expected) && types.includes(actual);
  return isOfTypes ? [path, expected, actual] : [path];
}

/** Whether the service has another record, or another list, than it should have. */
function isOfContents({ what }: ContractError, expected: Parts, actual: Parts): boolean {
  const isRead = ({ status, body }: Parts) =>
    (status === '200' || what === 'list' || ofLists.includes(what)) && isContainer(body) && !isProblem(body);
  const isWritten = ({ status, body }: Parts) => status === '200' && isNothing(body);
  const isAbsent = ({ status, body }: Parts) => status === '404' && (body === '' || isProblem(body));
  const isState = (parts: Parts) => isRead(parts) || isWritten(parts) || isAbsent(parts);
  // PUT with invalid JSON finds the record first.
  const isFound = isProblem(expected.body) && expected.body.error_message === messages.bodyInvalid;
  return (isState(expected) || isFound) && isState(actual) && !(isFound && !isAbsent(actual));
}
