import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { HttpCase, HttpNeed } from '../http/http-case.ts';
import { httpContract } from '../http/http-contract.ts';
import { CheckError } from './check-error.ts';
import { type CheckOptions, checkOptions } from './check-options.ts';
import { type CheckLevel, levelOfCase } from './levels.ts';

/** A case, and the reason why it is left out, if it is. */
export interface PlannedCase {
  readonly httpCase: HttpCase;
  readonly reason?: string | undefined;
}

/** Options of {@link listCases}: the options of a check that decide which cases are run. */
export type PlanOptions = Pick<CheckOptions, 'only' | 'skip' | 'specOnly' | 'level'>;

/** The needs that no running server provides, each with the reason. */
const unmetNeeds: Partial<Record<HttpNeed, string>> = {
  faults: 'It needs a store that fails on demand.',
};

/** A case that a check would run. */
export interface ListedCase {
  /** The id of the case, which never changes. */
  readonly id: string;
  /** The clause that the case proves. */
  readonly clause: string;
  /** What the rule concerns: `server` for the server beneath the service. */
  readonly level: CheckLevel;
  /** The rule as one sentence. */
  readonly title: string;
}

/**
 * Lists the cases that {@link checkServer} runs with these options, in the order of the contract. A server may still
 * leave some of them out, for example because it has records of others.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 * @throws {CheckError} when a name matches no case, or no case is selected.
 */
export function listCases(options?: PlanOptions): readonly ListedCase[] {
  const given = checkOptionNames(options, ['only', 'skip', 'specOnly', 'level']);
  return planCheck(checkOptions({ url: '', ...given }))
    .filter(({ reason }) => reason === undefined)
    .map(({ httpCase }) => {
      const { id, clause, title } = httpCase;
      return { id, clause, level: levelOfCase(httpCase), title };
    });
}

/**
 * Decides by the options which cases are run.
 *
 * @throws {CheckError} when a name matches no case, or no case is left to run.
 */
export function planCheck({ only = [], skip = [], specOnly, level }: PlanOptions): readonly PlannedCase[] {
  for (const name of [...only, ...skip]) {
    if (httpContract.some((httpCase) => matchesCase(name, httpCase))) continue;
    throw new CheckError(
      'CHECK_SELECTION',
      `"${name}" matches no case; name a clause, such as "SPEC 4.5" or D16, or the beginning of an id, such as list-.`,
    );
  }

  function reasonOf(httpCase: HttpCase): string | undefined {
    const { clause, needs, options } = httpCase;
    const need = needs.find((one) => unmetNeeds[one] !== undefined);
    if (need) return unmetNeeds[need];
    if (options) return `It needs a service with other options (${Object.keys(options)}).`;
    const skipped = skip.find((name) => matchesCase(name, httpCase));
    if (skipped !== undefined) return `It was skipped (${skipped}).`;
    if (specOnly && !clause.startsWith('SPEC')) return 'The specification leaves it open.';
    if (level === 'service' && levelOfCase(httpCase) === 'server') {
      return 'It concerns the server beneath the service.';
    }
    return only.length === 0 || only.some((name) => matchesCase(name, httpCase))
      ? undefined
      : 'It is not among the selected cases.';
  }

  const plan = httpContract.map((httpCase) => {
    return { httpCase, reason: reasonOf(httpCase) };
  });
  if (plan.every(({ reason }) => reason !== undefined)) {
    throw new CheckError('CHECK_SELECTION', 'No case is left to run; select others.');
  }
  return plan;
}

/**
 * Whether a name of `only` or `skip` matches a case. A name is the beginning of an id, or a clause. `SPEC 4.5` also
 * matches `SPEC 4.5.1`, but `D4` does not match `D41`.
 */
function matchesCase(name: string, { id, clause }: HttpCase): boolean {
  const wanted = name.trim().toLowerCase();
  const rest = clause.toLowerCase().startsWith(wanted) ? clause.slice(wanted.length) : undefined;
  const isClause = rest !== undefined && (rest === '' || rest.startsWith(' ') || rest.startsWith('.'));
  return wanted !== '' && (id.startsWith(wanted) || isClause);
}
