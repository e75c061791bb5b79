import { bodyMutants } from './body-mutants.ts';
import { changeMutants } from './change-mutants.ts';
import { contentTypeMutants } from './content-type-mutants.ts';
import { descriptionMutants } from './description-mutants.ts';
import { failureMutants } from './failure-mutants.ts';
import type { HandlerMutant } from './handler-mutant.ts';
import { listMutants } from './list-mutants.ts';
import { responseMutants } from './response-mutants.ts';
import { reuseMutants } from './reuse-mutants.ts';
import { stateMutants } from './state-mutants.ts';
import { targetMutants } from './target-mutants.ts';

/** Services that each break one rule, to test the HTTP contract. */
export const handlerMutants: readonly HandlerMutant[] = [
  ...stateMutants,
  ...changeMutants,
  ...descriptionMutants,
  ...targetMutants,
  ...contentTypeMutants,
  ...bodyMutants,
  ...responseMutants,
  ...reuseMutants,
  ...listMutants,
  ...failureMutants,
];
