import type { HttpCase } from '../http/http-case.ts';
import { CheckError } from './check-error.ts';
import type { CheckSettings } from './check-options.ts';

/**
 * Returns the cases to run, each after the cases that it presupposes.
 *
 * @throws {CheckError} when a name matches no case, or no case is left to run.
 */
export function selectCases(settings: CheckSettings): readonly HttpCase[] {
  const { cases, only, skip, strict, wire, etags } = settings;
  for (const name of [...only, ...skip]) {
    if (cases.some((one) => matches(name, one))) continue;
    throw new CheckError(
      'CHECK_SELECTION',
      `"${name}" matches no case; name a clause, such as "SPEC 4.5" or D16, or the beginning of an id, such as list-.`,
    );
  }
  const selected = cases.filter((one) => {
    // No running server can be made to fail.
    if (one.needs.includes('faults')) return false;
    if (one.options ? !(etags && isAboutTags(one)) : etags && withoutTags.includes(one.id)) return false;
    if (skip.some((name) => matches(name, one))) return false;
    if (only.length > 0) return only.some((name) => matches(name, one));
    return isOfWire(one) ? wire : strict || isAboutTags(one) || isOfSpecification(one.clause);
  });
  if (selected.length === 0)
    throw new CheckError('CHECK_SELECTION', 'No case is left to run; select others.');
  return inOrder(selected);
}

/** The cases that only a service without entity tags passes. */
const withoutTags = ['response-nothing-added', 'response-not-conditional', 'etag-off'];

/** Returns whether entity tags are the only option that a case needs. No running server can be given others. */
function isAboutTags({ options = {} }: HttpCase): boolean {
  return Object.keys(options).join() === 'etags';
}

/** Returns whether a clause is of SPEC.md. Others are decisions. */
export function isOfSpecification(clause: string): boolean {
  return clause.startsWith('SPEC');
}

/** Returns whether a case is about the HTTP below the service. */
function isOfWire({ needs }: HttpCase): boolean {
  return needs.includes('socket') || needs.includes('server');
}

/**
 * Returns whether a name of `only` or `skip` matches a case. A name is the beginning of an id, or a clause.
 * `SPEC 4.5` also matches `SPEC 4.5.1`, but `D4` does not match `D41`.
 */
function matches(name: string, { id, clause }: HttpCase): boolean {
  const wanted = name.trim().toLowerCase();
  const rest = clause.toLowerCase().startsWith(wanted) ? clause.slice(wanted.length) : undefined;
  const isClause = rest !== undefined && (rest === '' || rest.startsWith(' ') || rest.startsWith('.'));
  return wanted !== '' && (id.startsWith(wanted) || isClause);
}

function inOrder(cases: readonly HttpCase[]): readonly HttpCase[] {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const seen = new Set<HttpCase>();
  const ordered: HttpCase[] = [];
  const visit = (one: HttpCase | undefined) => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    for (const id of one.presupposes ?? []) visit(byId.get(id));
    ordered.push(one);
  };
  cases.forEach(visit);
  return ordered;
}
