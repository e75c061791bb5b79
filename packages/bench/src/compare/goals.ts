import type { Verdict } from '@location-records/dev-kit/campaigns';
import type { Table } from './tables.ts';

/** A target, with what was seen. */
export interface Goal {
  readonly title: string;
  /** `NaN` when it could not be measured. */
  readonly value: number;
  readonly bound: 'at most' | 'at least';
  readonly limit: number;
}

/** Prints the targets, and counts those that are missed. */
export function judge(goals: readonly Goal[], verdict: Verdict): void {
  for (const { title, value, bound, limit } of goals) {
    if (bound === 'at most') verdict.target(title, value, limit);
    else verdict.targetAtLeast(title, value, limit);
  }
}

/** The targets as a table. */
export function goalsTable(goals: readonly Goal[]): Table {
  return {
    title: 'Targets',
    head: ['', 'seen', 'target', ''],
    rows: goals.map(({ title, value, bound, limit }) => {
      const target = `${bound} ${limit.toFixed(2)}`;
      if (Number.isNaN(value)) return [title, '', target, 'not measured'];
      const isMet = bound === 'at most' ? value <= limit : value >= limit;
      return [title, value.toFixed(2), target, isMet ? 'met' : 'missed'];
    }),
  };
}
