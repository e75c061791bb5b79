import { body } from './body.ts';
import { bodyLimit } from './body-limit.ts';
import { connections } from './connections.ts';
import { contentType } from './content-type.ts';
import { coordinates } from './coordinates.ts';
import { expectContinue } from './expect-continue.ts';
import { failures } from './failures.ts';
import type { HttpCase } from './http-case.ts';
import { identifiers } from './identifiers.ts';
import { jsonShape } from './json-shape.ts';
import { list } from './list.ts';
import { methods } from './methods.ts';
import { options } from './options.ts';
import { responses } from './responses.ts';
import { serverRules } from './server-rules.ts';
import { slowReaders } from './slow-readers.ts';
import { states } from './states.ts';
import { targets } from './targets.ts';
import { unreadBodies } from './unread-bodies.ts';
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
  ...responses,
  ...list,
  ...options,
  ...failures,
  ...connections,
  ...unreadBodies,
  ...expectContinue,
  ...slowReaders,
  ...serverRules,
];
