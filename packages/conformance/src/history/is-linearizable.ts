import { toBlocks } from './blocks.ts';
import type { Budget } from './budget.ts';
import { canBeOrdered } from './can-be-ordered.ts';
import type { History } from './operation.ts';

/**
 * Whether the operations on one identifier can have taken effect one after the other, each at a moment between its
 * call and its answer, so that every answer is right by SPEC section 3.
 *
 * @throws {HistoryLimitError} when the budget is used up before it is decided.
 */
export function isLinearizable(operations: History, budget: Budget): boolean {
  const blocks = toBlocks(operations);
  return blocks !== undefined && canBeOrdered(blocks, budget);
}
