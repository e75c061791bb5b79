import { answerMutants } from './answer-mutants.ts';
import { bodyMutants } from './body-mutants.ts';
import { failureMutants } from './failure-mutants.ts';
import type { HandlerMutant } from './handler-mutant.ts';
import { stateMutants } from './state-mutants.ts';
import { targetMutants } from './target-mutants.ts';

/** Services that each break one rule, to prove the HTTP contract. */
export const handlerMutants: readonly HandlerMutant[] = [
  ...stateMutants,
  ...targetMutants,
  ...bodyMutants,
  ...answerMutants,
  ...failureMutants,
];
