import { bodyMutants } from './body-mutants.ts';
import { failureMutants } from './failure-mutants.ts';
import type { HandlerMutant } from './handler-mutant.ts';
import { responseMutants } from './response-mutants.ts';
import { stateMutants } from './state-mutants.ts';
import { targetMutants } from './target-mutants.ts';

/** Services that each break one rule, to test the HTTP contract. */
export const handlerMutants: readonly HandlerMutant[] = [
  ...stateMutants,
  ...targetMutants,
  ...bodyMutants,
  ...responseMutants,
  ...failureMutants,
];
