import type { ConsoleCase } from './console-case.ts';
import { formatCases } from './format-cases.ts';
import { mapCases } from './map-cases.ts';
import { queryCases } from './query-cases.ts';
import { writeCases } from './write-cases.ts';

/** The rules of what a console serves, on every store and behind every adapter. */
export const consoleContract: readonly ConsoleCase[] = [
  ...queryCases,
  ...formatCases,
  ...writeCases,
  ...mapCases,
];
