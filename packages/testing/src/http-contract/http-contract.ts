import { body } from './body.ts';
import { bodyLimit } from './body-limit.ts';
import { contentType } from './content-type.ts';
import { coordinates } from './coordinates.ts';
import type { HttpCase } from './http-case.ts';
import { identifiers } from './identifiers.ts';
import { jsonShape } from './json-shape.ts';
import { methods } from './methods.ts';
import { states } from './states.ts';
import { targets } from './targets.ts';
import { writeChecks } from './write-checks.ts';

/** What every location-records service must do over HTTP, on every path and with every store. */
export const httpContract: readonly HttpCase[] = [
  ...states,
  ...writeChecks,
  ...contentType,
  ...body,
  ...bodyLimit,
  ...jsonShape,
  ...coordinates,
  ...identifiers,
  ...targets,
  ...methods,
];
