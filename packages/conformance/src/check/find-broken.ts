import type { HttpCase } from '../http/http-case.ts';
import type { AnswerMatter } from '../http/matters.ts';
import { type Groundwork, groundwork, isNamed } from './groundwork.ts';
import type { PlannedCase } from './plan-check.ts';
import type { Verdict } from './run-case.ts';

/** A rule that does not hold, and the cases that showed it. */
export interface BrokenRule extends Groundwork {
  readonly shownBy: readonly string[];
}

/** All matters, of which a proof leaves all but its own aside. */
const matters: readonly AnswerMatter[] = groundwork.flatMap(({ matter }) => matter ?? []);

/**
 * Finds out which rules do not hold, before anything is judged that builds on them. Each proof leaves every other
 * matter aside, so that it shows its own.
 */
export async function findBroken(
  plan: readonly PlannedCase[],
  run: (httpCase: HttpCase, aside: ReadonlySet<AnswerMatter>) => Promise<Verdict>,
): Promise<readonly BrokenRule[]> {
  const all = new Set(matters);
  const broken: BrokenRule[] = [];
  for (const rule of groundwork) {
    const others = new Set(matters.filter((matter) => matter !== rule.matter));
    const shownBy: string[] = [];
    for (const { httpCase, mayProve } of plan) {
      if (!mayProve || !rule.proofs.includes(httpCase.id)) continue;
      if ((await run(httpCase, others)).kind !== 'failed') continue;
      // With another fault, such as a wrong status, it says nothing of the matter.
      const isOfOther = rule.isOneOfSeveral && (await run(httpCase, all)).kind === 'failed';
      if (!isOfOther) shownBy.push(httpCase.id);
    }
    if (shownBy.length > 0) broken.push({ ...rule, shownBy });
  }
  return broken;
}

/** The matters that only decisions are about. */
export function openMatters(plan: readonly PlannedCase[]): readonly AnswerMatter[] {
  const isOpen = ({ proofs }: Groundwork) =>
    plan.every(({ httpCase: { id, clause } }) => !proofs.includes(id) || !clause.startsWith('SPEC'));
  return groundwork.filter(isOpen).flatMap(({ matter }) => matter ?? []);
}

/** What a case is to leave aside: the matters that are open or broken, and that it does not judge itself. */
export function asideFor(
  { id }: HttpCase,
  broken: readonly BrokenRule[],
  open: readonly AnswerMatter[],
): ReadonlySet<AnswerMatter> {
  const others = broken.filter(({ proofs }) => !proofs.includes(id));
  return new Set([...open, ...others.flatMap(({ matter }) => matter ?? [])]);
}

/** The rule on which a case builds, where it is broken. */
export function missingGround({ id }: HttpCase, broken: readonly BrokenRule[]): BrokenRule | undefined {
  return broken.find(({ proofs, carries = [] }) => isNamed(id, carries) && !proofs.includes(id));
}
