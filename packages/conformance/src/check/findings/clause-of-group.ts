import { messages } from '../../http/expect-problem.ts';
import type { HttpCase } from '../../http/http-case.ts';
import { explicitClauseOf, generalClauses, isLossy, isWide, type Met, ofIdentifiers } from './group.ts';
import { isOf, knownKinds, refusals } from './kinds.ts';

const { afterWrite, contents, contentLength, cut, notRefused, refused, tooEarly } = knownKinds;

/** The clauses whose cases are about other rules, but show faults of records and identifiers as well. */
const incidental = [...generalClauses, 'D9', 'D10', 'D43'];

/** The clauses of what records are, where a case of the clause found it. */
const naturalClauses = [
  [afterWrite, 'SPEC 3'],
  [`${contents} | /coordinates/coordinate`, 'D31'],
  [`${contents} | /description | undefined`, 'SPEC 3'],
  [`${contents} | /description`, 'SPEC 4.5.7'],
  [`${contents} | 200 404`, 'SPEC 3'],
  [`${contents} | 200 404`, 'D42'],
  [`${notRefused} | ${messages.bodyInvalid}`, 'SPEC 4.5.6'],
  [`${refused} | 400 | ${messages.contentType}`, 'SPEC 4.6'],
  ['response | 200 400', 'SPEC 4.5.7'],
  // What fails at any time shows in the states, too.
  ['response | 200 500', 'SPEC 3'],
  ['response | 200 500', 'SPEC 4.5.7'],
] as const;

/** The clauses of the checks of a write, by the messages of the checks. */
const clausesOfChecks: Readonly<Record<string, string>> = {
  [messages.contentType]: 'SPEC 4.5.1',
  [messages.idMissing]: 'SPEC 4.5.2',
  [messages.idInvalid]: 'D3',
  [messages.bodyMissing]: 'SPEC 4.5.3',
};

/** Cases that a clause is taken to have beside its own, so that one case alone does not speak for a fault. */
const doubt = 2;
/** How much more a case of SPEC.md counts than one of DECISIONS.md, which only says more exactly what SPEC.md demands. */
const ownWeight = 1.4;

/** Whether the response to HEAD is wrong. */
function isOfHead({ violation: { sent } }: Met): boolean {
  const last = sent.findLast((one) => one.kind === 'request');
  return last?.request.method === 'HEAD';
}

/** The clause of which the largest part of the cases met the violations. */
export function clauseOfGroup(kind: string, met: readonly Met[], cases: readonly HttpCase[]): string {
  const judging = met.filter(({ violation }) => !violation.isSetUp);
  // A violation names the clause of the expected message, which a refusal for another reason does not break.
  const isRefused = refusals.some((message) => kind.startsWith(refused) && kind.endsWith(message));
  const isOfIdentifiers =
    isOf(kind, contents) && met.every(({ httpCase }) => ofIdentifiers.includes(httpCase.clause));
  const explicitOf = (one: Met) => (isRefused || isOfIdentifiers ? undefined : explicitClauseOf(one));
  const clauses = (judging.length > 0 ? judging : met).map((one) => explicitOf(one) ?? one.httpCase.clause);
  const general = met.filter((one) => generalClauses.includes(explicitOf(one) ?? ''));
  const isSpecial = general.length < met.length / 2;
  if (kind === cut) return 'D35';
  if (isOf(kind, contentLength) && met.every(isOfHead)) return 'D12';
  const ofCheck = isOf(kind, tooEarly) ? clausesOfChecks[kind.split(' | ').at(-1) ?? ''] : undefined;
  if (ofCheck !== undefined && met.some(({ httpCase }) => httpCase.clause === ofCheck)) return ofCheck;
  if (isSpecial) {
    const natural = naturalClauses.find(([start, clause]) => isOf(kind, start) && clauses.includes(clause));
    if (natural) return natural[1];
    if (isLossy(kind, judging)) return 'SPEC 3';
    if (kind.endsWith(' | 404 200') && clauses.includes('D1')) return 'D1';
  }
  // What is stored shows in the cases about all responses, too.
  const special = clauses.filter((clause) => !incidental.includes(clause));
  const candidates = special.length > 0 && isSpecial ? special : clauses;
  const countOf = (clause: string) => candidates.filter((one) => one === clause).length;
  const partOf = (clause: string) =>
    (countOf(clause) * (clause.startsWith('SPEC') ? ownWeight : 1)) /
    (cases.filter((one) => one.clause === clause).length + doubt);
  const best = [...new Set(candidates)].reduce((one, clause) =>
    countOf(clause) > 1 && partOf(clause) > partOf(one) ? clause : one,
  );
  const isScattered = isWide(judging) && countOf(best) < candidates.length / 3;
  return isScattered && candidates.includes('SPEC 3') ? 'SPEC 3' : best;
}
