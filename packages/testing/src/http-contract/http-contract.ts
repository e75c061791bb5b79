import { contentType } from './content-type.ts';
import type { HttpCase } from './http-case.ts';
import { methods } from './methods.ts';
import { states } from './states.ts';
import { targets } from './targets.ts';
import { writeChecks } from './write-checks.ts';

/** What every location-records service must do over HTTP, on every path and with every store. */
export const httpContract: readonly HttpCase[] = [
  ...states,
  ...writeChecks,
  ...targets,
  ...methods,
  ...contentType,
];
