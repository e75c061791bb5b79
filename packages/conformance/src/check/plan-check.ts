import type { HttpCase, HttpNeed } from '../http/http-case.ts';
import { httpContract } from '../http/http-contract.ts';
import { CheckError } from './check-error.ts';
import type { CheckOptions } from './check-options.ts';

/** A case, and why it is left out where it is. */
export interface PlannedCase {
  readonly httpCase: HttpCase;
  readonly reason?: string | undefined;
}

/** Why no running server can be asked for some things. */
const cannot: Partial<Record<HttpNeed, string>> = {
  faults: 'It needs a store that fails when it is told to.',
};

/**
 * Decides which cases are run, as far as the options tell.
 *
 * @throws {CheckError} when a name matches no case, or all cases are left out.
 */
export function planCheck({ only = [], skip = [], specOnly }: CheckOptions): readonly PlannedCase[] {
  for (const name of [...only, ...skip]) {
    if (httpContract.some((httpCase) => standsFor(name, httpCase))) continue;
    throw new CheckError(
      'CHECK_SELECTION',
      `"${name}" matches no case; name a clause, such as "SPEC 4.5" or D16, or how an id begins, such as list-.`,
    );
  }

  function reasonOf(httpCase: HttpCase): string | undefined {
    const { clause, needs, options } = httpCase;
    const need = needs.find((one) => cannot[one] !== undefined);
    if (need) return cannot[need];
    if (options) return `It needs a service that was started with other options (${Object.keys(options)}).`;
    const skipped = skip.find((name) => standsFor(name, httpCase));
    if (skipped !== undefined) return `It was to be skipped (${skipped}).`;
    if (specOnly && !clause.startsWith('SPEC')) return 'The specification leaves it open.';
    return only.length === 0 || only.some((name) => standsFor(name, httpCase))
      ? undefined
      : 'It was not asked for.';
  }

  const plan = httpContract.map((httpCase) => {
    return { httpCase, reason: reasonOf(httpCase) };
  });
  if (plan.every(({ reason }) => reason !== undefined)) {
    throw new CheckError('CHECK_SELECTION', 'No case is left to run; ask for others.');
  }
  return plan;
}

/**
 * Whether a name of `only` or `skip` stands for a case. It is how the id begins, or a clause: `SPEC 4.5` stands for
 * `SPEC 4.5.1` too, and `D4` not for `D41`.
 */
export function standsFor(name: string, { id, clause }: HttpCase): boolean {
  const wanted = name.trim().toLowerCase();
  const rest = clause.toLowerCase().startsWith(wanted) ? clause.slice(wanted.length) : undefined;
  const isClause = rest !== undefined && (rest === '' || rest.startsWith(' ') || rest.startsWith('.'));
  return wanted !== '' && (id.startsWith(wanted) || isClause);
}
