import { type HttpCase, httpContract } from '@location-records/testing';
import type { Host, Outcomes, Unreachable } from './host.ts';

/** What the table says of one case on one host. */
export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** How often a case that is called unreachable is asked again before it is believed to hold. */
const tries = 4;

/** Runs the whole contract on a host. A case that is called unreachable, and holds every time, is wrong, too. */
export async function judge(host: Host): Promise<ReadonlyMap<string, Verdict>> {
  const reasons = reasonsOf(host);
  const outcomes = await host.run(httpContract);
  const holding = await holdAlways(
    host,
    httpContract.filter(({ id }) => {
      const unreachable = reasons.get(id);
      return unreachable && !unreachable.eitherWay && outcomes.get(id) === undefined;
    }),
  );
  return new Map(
    httpContract.map(({ id }) => {
      const message = outcomes.has(id) ? outcomes.get(id) : 'The host says nothing of it.';
      return [id, verdictOf(message, reasons.get(id)?.reason, holding.has(id))];
    }),
  );
}

function verdictOf(message: string | undefined, reason: string | undefined, holds: boolean): Verdict {
  if (reason !== undefined) {
    return holds
      ? { kind: 'wrong', message: `It holds, though it is called unreachable: ${reason}` }
      : { kind: 'unreachable', reason };
  }
  return message === undefined ? { kind: 'pass' } : { kind: 'wrong', message };
}

/** Which of these cases hold again and again; what ends in a broken connection may come out either way. */
async function holdAlways(host: Host, cases: readonly HttpCase[]): Promise<ReadonlySet<string>> {
  let left = cases;
  for (let count = 0; count < tries && left.length > 0; count++) {
    const outcomes: Outcomes = await host.run(left);
    left = left.filter(({ id }) => outcomes.get(id) === undefined);
  }
  return new Set(left.map(({ id }) => id));
}

/** Why each case that is called unreachable is. A pattern without a case is an error of the list. */
function reasonsOf({ name, unreachable }: Host): ReadonlyMap<string, Unreachable> {
  const reasons = new Map<string, Unreachable>();
  for (const entry of unreachable) {
    for (const pattern of entry.cases) {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      const matching = httpContract.filter(({ id }) => expression.test(id));
      if (matching.length === 0) throw new Error(`${name}: no case is called ${pattern}.`);
      for (const { id } of matching) reasons.set(id, reasons.get(id) ?? entry);
    }
  }
  return reasons;
}
