import type { HttpCase } from '@location-records/conformance';
import type { Host, Outcomes, Unreachable } from './host.ts';
import { matrixCases } from './matrix-cases.ts';

/** What the table says of one case on one host. */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** Whether a case neither holds nor fails as its reason says. */
export function isWrong(verdict: Verdict): verdict is Verdict & { readonly kind: 'wrong' } {
  return verdict.kind === 'wrong';
}

/** The tries of a case whose outcome is a race. In 200 tries, a case that passes every tenth time practically never fails. */
const tries = 200;
/** How long all cases of a host may take, in milliseconds. Each takes a minute at most, and most hosts take that for all. */
const maxDuration = 600_000;

/**
 * Runs the whole contract on a host. A case that is called unreachable must fail as its reason says, if not at once then in
 * a second run: on a busy machine, a server may close a connection that was idle for too long. A case whose outcome is a
 * race may pass, and must pass once within the tries.
 */
export async function judge(host: Host): Promise<ReadonlyMap<string, Verdict>> {
  const reasons = reasonsOf(host);
  const outcomes = await runInTime(host, matrixCases);
  const verdicts = new Map(matrixCases.map(({ id }) => [id, verdictOf(id, outcomes, reasons.get(id))]));
  const held = matrixCases.filter(({ id }) => verdicts.get(id)?.kind === 'wrong' && holds(id, outcomes));
  if (held.length > 0) {
    const again = await runInTime(host, held);
    for (const { id } of held) verdicts.set(id, verdictOf(id, again, reasons.get(id)));
  }
  const unlucky = matrixCases.filter(({ id }) => reasons.get(id)?.byLuck && outcomes.get(id) !== undefined);
  for (const [id, verdict] of await tryLuck(host, unlucky, reasons)) verdicts.set(id, verdict);
  return verdicts;
}

/** Runs cases on a host. Rejects when the host does not come to an end, for example because a server does not close. */
async function runInTime(host: Host, cases: readonly HttpCase[]): Promise<Outcomes> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${host.name}: not at its end after ${maxDuration / 1000} s.`)),
      maxDuration,
    );
  });
  try {
    return await Promise.race([host.run(cases), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs cases whose outcome is a race until each has passed once. Resolves to the wrong ones. */
async function tryLuck(
  host: Host,
  cases: readonly HttpCase[],
  reasons: ReadonlyMap<string, Unreachable>,
): Promise<ReadonlyMap<string, Verdict>> {
  const wrong = new Map<string, Verdict>();
  let left = cases;
  for (let count = 1; count < tries && left.length > 0; count++) {
    const outcomes = await runInTime(host, left);
    for (const { id } of left) {
      const verdict = verdictOf(id, outcomes, reasons.get(id));
      if (verdict.kind === 'wrong') wrong.set(id, verdict);
    }
    left = left.filter(({ id }) => outcomes.get(id) !== undefined && !wrong.has(id));
  }
  for (const { id } of left)
    wrong.set(id, { kind: 'wrong', message: `It has not held once in ${tries} tries.` });
  return wrong;
}

function holds(id: string, outcomes: Outcomes): boolean {
  return outcomes.has(id) && outcomes.get(id) === undefined;
}

function verdictOf(id: string, outcomes: Outcomes, unreachable: Unreachable | undefined): Verdict {
  const message = outcomes.has(id) ? outcomes.get(id) : 'The host reported no outcome.';
  if (unreachable === undefined) return message === undefined ? { kind: 'pass' } : { kind: 'wrong', message };
  const { reason, shows, byLuck } = unreachable;
  if (message === undefined ? byLuck : shows.test(message)) return { kind: 'unreachable', reason };
  const what = message === undefined ? 'It holds' : `It fails with “${message}”`;
  return { kind: 'wrong', message: `${what}, though it is called unreachable: ${reason}` };
}

/**
 * The reason of each unreachable case, by its identifier.
 *
 * @throws {Error} when a pattern has no case, or a case has two reasons.
 */
function reasonsOf({ name, unreachable }: Host): ReadonlyMap<string, Unreachable> {
  const reasons = new Map<string, Unreachable>();
  for (const entry of unreachable) {
    for (const pattern of entry.cases) {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      const matching = matrixCases.filter(({ id }) => expression.test(id));
      if (matching.length === 0) throw new Error(`${name}: no case is called ${pattern}.`);
      for (const { id } of matching) {
        const other = reasons.get(id);
        if (other && other !== entry)
          throw new Error(`${name}: ${id} is called unreachable for two reasons.`);
        reasons.set(id, entry);
      }
    }
  }
  return reasons;
}
