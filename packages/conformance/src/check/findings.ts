import { ContractError, isEqual } from '../contract-error.ts';
import { errorObject } from '../http/expect-problem.ts';
import type { HttpCase } from '../http/http-case.ts';
import { ConnectionEndedError } from '../http/service.ts';
import { TimeoutError } from '../transport/byte-queue.ts';
import type { CheckLevel } from './levels.ts';
import type { Sent } from './sending/transcript.ts';

/** How a violation showed: a response that breaks a rule, a timeout, or a connection that ended or broke. */
export type Cause = 'response' | 'timeout' | 'connection';

/**
 * A broken rule: the error with the expected and the actual value, and everything that the case had sent until then.
 */
export interface Violation {
  readonly error: unknown;
  readonly sent: readonly Sent[];
  readonly level: CheckLevel;
  /** Whether the case only prepared what its rule is about. */
  readonly isSetUp?: boolean | undefined;
}

/** A case that was run, with the violations that it found. */
export interface JudgedCase {
  readonly httpCase: HttpCase;
  readonly violations: readonly Violation[];
}

/** Violations of the same kind: usually one fault of the server. */
export interface Finding {
  /** The broken clause: the one that the violations name, or else the clause of the first case. */
  readonly clause: string;
  /** `server` where every violation concerns the server beneath the service. */
  readonly level: CheckLevel;
  readonly cause: Cause;
  /**
   * The cases that fail because of it. Cases of the clause come first, and among them the one with the fewest requests.
   */
  readonly failed: readonly { readonly id: string; readonly violation: Violation }[];
  /** The cases of other clauses that ended there, before they could judge their own rules. */
  readonly hidden: readonly string[];
  /** The number of other cases that met the violation, but could judge their own rules. */
  readonly otherCaseCount: number;
}

/** Texts of at least this length count as alike: they usually differ in their values only. */
const longText = 100;

/** The clauses about all responses. A case of another clause that meets such a violation can judge its own rule. */
const generalClauses = ['SPEC 4', 'SPEC 4.8', 'SPEC 7', 'D35', 'D37'];

type Met = JudgedCase & { readonly violation: Violation };

/**
 * Groups violations by what was expected and what came, so that a fault that hundreds of cases meet is reported once.
 * The cases of the broken clause fail because of it. When none of them met it, all cases that did fail. What hides
 * other faults comes first: timeouts and lost connections, then what most cases met, and the server beneath last.
 */
export function findingsIn(cases: readonly JudgedCase[]): readonly Finding[] {
  const groups = new Map<string, Met[]>();
  for (const judged of cases) {
    for (const violation of judged.violations) {
      const kind = kindOf(violation.error);
      const group = groups.get(kind) ?? [];
      if (!group.some(({ httpCase }) => httpCase === judged.httpCase)) group.push({ ...judged, violation });
      groups.set(kind, group);
    }
  }
  return [...groups.values()]
    .map(findingOf)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a));
}

function rankOf({ level, cause }: Finding): number {
  return (level === 'server' ? 2 : 0) + (cause === 'response' ? 1 : 0);
}

function sizeOf({ failed, otherCaseCount }: Finding): number {
  return failed.length + otherCaseCount;
}

function findingOf(group: readonly Met[]): Finding {
  const clause = clauseOf(group[0] as Met);
  // The case with the fewest requests shows the fault best.
  const ofClause = group.filter(({ httpCase }) => httpCase.clause === clause);
  const judging = ofClause.filter(({ violation }) => !violation.isSetUp);
  const own = (judging.length > 0 ? judging : ofClause).toSorted(
    (a, b) => a.violation.sent.length - b.violation.sent.length,
  );
  const others = group.filter((met) => !own.includes(met));
  const isGeneral = generalClauses.includes(clause);
  const ended = others.filter((met) => isOwn(met.violation, met.httpCase));
  const failing = own.length === 0 ? others : isGeneral ? [] : ended;
  return {
    clause,
    level: group.every(({ violation }) => violation.level === 'server') ? 'server' : 'service',
    cause: causeOf(group[0]?.violation.error),
    failed: [...own, ...failing].map(({ httpCase: { id }, violation }) => ({ id, violation })),
    hidden: ended.filter((met) => !failing.includes(met)).map(({ httpCase: { id } }) => id),
    otherCaseCount: others.length - failing.length,
  };
}

/** Whether a violation breaks the rule of the case that met it. */
export function isOwn(violation: Violation, httpCase: HttpCase): boolean {
  return !violation.isSetUp && clauseOf({ violation, httpCase }) === httpCase.clause;
}

/** The codes of connections that the server, or a host on the way, broke. */
const broken = ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ECONNABORTED'];

/** How a violation showed. */
export function causeOf(error: unknown): Cause {
  if (error instanceof TimeoutError) return 'timeout';
  const isBroken = broken.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  return error instanceof ConnectionEndedError || isBroken ? 'connection' : 'response';
}

function clauseOf({ violation: { error }, httpCase }: Pick<Met, 'violation' | 'httpCase'>): string {
  return (error instanceof ContractError && error.clause) || httpCase.clause;
}

/** A key for violations that differ in the same way. Identifiers and numbers do not count. */
function kindOf(error: unknown): string {
  // A slow server, or a bad network, has nothing to do with the cases that met it.
  if (causeOf(error) !== 'response') return causeOf(error);
  if (!(error instanceof ContractError))
    return outline(error instanceof Error ? error.message : String(error));
  const [expected, actual] = [partsOf(error.expected), partsOf(error.actual)];
  const statuses = expected.status === actual.status ? '' : `${expected.status} ${actual.status}`;
  const isSame = isEqual(expected.body, actual.body);
  if (isSame && statuses === '') return 'the same values in another notation';
  const isJson = typeof error.expected === 'string' && isContainer(expected.body);
  const isResponse = isJson || expected.status !== '' || expected.body === errorObject;
  const differences = isSame ? [] : differenceOf(expected.body, actual.body);
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

/**
 * The names on the way to the first difference between two values, and an outline of both values there. Entries of
 * lists do not count, so that a record alone and in the list differs in the same way.
 */
function differenceOf(expected: unknown, actual: unknown, path = ''): readonly string[] {
  if (isProblem(expected) && isProblem(actual)) return [outline(expected), outline(actual)];
  if (isProblem(expected) || expected === errorObject) return [errorObject, outline(actual)];
  const isDeep =
    isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual);
  // Of values of two types, the values do not matter: a description that is lost is lost whatever it was.
  if (!isDeep && typeOf(expected) !== typeOf(actual)) return [path, typeOf(expected), typeOf(actual)];
  if (!isDeep) return [path, outline(expected), outline(actual)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const name = names.find((one) => !isEqual(expected[one], actual[one])) ?? '';
  return differenceOf(expected[name], actual[name], Array.isArray(expected) ? path : `${path}/${name}`);
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
