import { areaBoxMutants } from './area-box-mutants.ts';
import { areaIndexMutants } from './area-index-mutants.ts';
import { areaPageMutants } from './area-page-mutants.ts';
import { areaRefusalMutants } from './area-refusal-mutants.ts';
import { changeMutants } from './change-mutants.ts';
import { copyMutants } from './copy-mutants.ts';
import { identifierMutants } from './identifier-mutants.ts';
import { lifecycleMutants } from './lifecycle-mutants.ts';
import { listMutants } from './list-mutants.ts';
import { liveListMutants } from './live-list-mutants.ts';
import { longListMutants } from './long-list-mutants.ts';
import { refusalMutants } from './refusal-mutants.ts';
import { sharingMutants } from './sharing-mutants.ts';
import type { StoreMutant } from './store-mutant.ts';
import { valueMutants } from './value-mutants.ts';
import { writeMutants } from './write-mutants.ts';

/** Stores that each break one promise, to test the store contract. */
export const storeMutants: readonly StoreMutant[] = [
  ...writeMutants,
  ...changeMutants,
  ...valueMutants,
  ...identifierMutants,
  ...refusalMutants,
  ...copyMutants,
  ...listMutants,
  ...longListMutants,
  ...liveListMutants,
  ...lifecycleMutants,
  ...sharingMutants,
  ...areaBoxMutants,
  ...areaPageMutants,
  ...areaRefusalMutants,
  ...areaIndexMutants,
];
