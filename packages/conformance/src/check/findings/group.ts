import { ContractError } from '../../contract-error.ts';
import type { HttpCase } from '../../http/http-case.ts';
import type { Violation } from '../violation.ts';
import { type Parts, partsOf } from './compared-parts.ts';
import { isOf, knownKinds } from './kinds.ts';

/** A case that met a violation. */
export interface Met {
  readonly httpCase: HttpCase;
  readonly violation: Violation;
  /** Whether the violation may have led to others that the case found. */
  readonly isCause: boolean;
  /** Why the case did not judge its own rule, if it did not. */
  readonly reason?: string | undefined;
}

/** Violations of one kind, or of several kinds that one fault has. */
export interface Group {
  readonly kind: string;
  readonly met: readonly Met[];
  /** The broken clause. */
  readonly clause: string;
}

/** The clauses about all responses. A case of another clause that meets such a violation can judge its own rule. */
export const generalClauses = ['SPEC 4', 'SPEC 4.8', 'SPEC 7', 'D35', 'D37'];

/** The clauses of what identifiers are. */
export const ofIdentifiers = ['D1', 'D2', 'D9', 'D10'];

/** A violation that cases of this many clauses met is about the requests that all of them send. */
const manyClauses = 6;

/** The expected and the actual response of the first violation. */
export function responsesOf({ met: [first] }: Group): readonly [expected: Parts, actual: Parts] {
  const { error } = first?.violation ?? {};
  const { expected, actual } = error instanceof ContractError ? error : {};
  return [partsOf(expected), partsOf(actual)];
}

/** The expected and the actual status of the first violation. */
export function statusesOf(group: Group): readonly string[] {
  return responsesOf(group).map(({ status }) => status);
}

/** Whether only statuses were compared, as for responses to HEAD. */
export function isBare(group: Group): boolean {
  return responsesOf(group).every(({ status, body }) => status !== '' && body === '');
}

/** Whether the service has failed, also where one of its responses was the expected one. */
export function isFailure(group: Group): boolean {
  return statusesOf(group).some((status) => /^50[0234]$/.test(status));
}

/** Whether writes are lost or late. */
export function isLossy(kind: string, met: readonly Met[]): boolean {
  return isOf(kind, knownKinds.contents) && kind !== knownKinds.otherList && isWide(met);
}

/** Whether it is about requests that cases of many clauses send. */
export function isWide(met: readonly Met[]): boolean {
  return new Set(met.map(clauseOf)).size >= manyClauses;
}

/** The clause that a violation breaks in a case. */
export function clauseOf(met: Pick<Met, 'violation' | 'httpCase'> & Partial<Met>): string {
  return explicitClauseOf(met) ?? met.httpCase.clause;
}

/** The clause that a violation names, unless another fault led to it. */
export function explicitClauseOf({ violation: { error }, isCause }: Pick<Met, 'violation'> & Partial<Met>) {
  return error instanceof ContractError && isCause !== true ? error.clause : undefined;
}
