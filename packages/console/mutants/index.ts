import { boxMutants } from './box-mutants.ts';
import type { ConsoleMutant } from './console-mutant.ts';
import { formatMutants } from './format-mutants.ts';
import { mapMutants } from './map-mutants.ts';
import { methodMutants } from './method-mutants.ts';
import { nearMutants } from './near-mutants.ts';
import { pageMutants } from './page-mutants.ts';
import { parameterMutants } from './parameter-mutants.ts';
import { streamMutants } from './stream-mutants.ts';
import { writeMutants } from './write-mutants.ts';

/** Every broken console. */
export const consoleMutants: readonly ConsoleMutant[] = [
  ...boxMutants,
  ...nearMutants,
  ...pageMutants,
  ...parameterMutants,
  ...formatMutants,
  ...streamMutants,
  ...methodMutants,
  ...writeMutants,
  ...mapMutants,
];
