import { body } from './cases/body.ts';
import { bodyLimit } from './cases/body-limit.ts';
import { changes } from './cases/changes.ts';
import { connections } from './cases/connections.ts';
import { contentType } from './cases/content-type.ts';
import { coordinates } from './cases/coordinates.ts';
import { descriptions } from './cases/descriptions.ts';
import { distinctIdentifiers } from './cases/distinct-identifiers.ts';
import { errors } from './cases/errors.ts';
import { expectContinue } from './cases/expect-continue.ts';
import { failures } from './cases/failures.ts';
import { framing } from './cases/framing.ts';
import { hostField } from './cases/host-field.ts';
import { identifiers } from './cases/identifiers.ts';
import { keptState } from './cases/kept-state.ts';
import { list } from './cases/list.ts';
import { locationShape } from './cases/location-shape.ts';
import { malformedHttp } from './cases/malformed-http.ts';
import { members } from './cases/members.ts';
import { methods } from './cases/methods.ts';
import { options } from './cases/options.ts';
import { responseFields } from './cases/response-fields.ts';
import { responses } from './cases/responses.ts';
import { serverPipelining } from './cases/server-pipelining.ts';
import { serverRules } from './cases/server-rules.ts';
import { slowReaders } from './cases/slow-readers.ts';
import { specialIdentifiers } from './cases/special-identifiers.ts';
import { states } from './cases/states.ts';
import { targets } from './cases/targets.ts';
import { unreadBodies } from './cases/unread-bodies.ts';
import { writeChecks } from './cases/write-checks.ts';
import { writeOrder } from './cases/write-order.ts';
import type { HttpCase } from './http-case.ts';

/** The rules of every location-records service over HTTP, on every path and with every store, as cases. */
export const httpContract: readonly HttpCase[] = [
  ...states,
  ...changes,
  ...writeOrder,
  ...writeChecks,
  ...contentType,
  ...body,
  ...bodyLimit,
  ...members,
  ...locationShape,
  ...descriptions,
  ...coordinates,
  ...identifiers,
  ...distinctIdentifiers,
  ...specialIdentifiers,
  ...targets,
  ...methods,
  ...responses,
  ...responseFields,
  ...errors,
  ...list,
  ...options,
  ...failures,
  ...connections,
  ...framing,
  ...keptState,
  ...unreadBodies,
  ...expectContinue,
  ...slowReaders,
  ...hostField,
  ...malformedHttp,
  ...serverPipelining,
  ...serverRules,
];
