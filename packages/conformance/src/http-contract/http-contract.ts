import { abortedUploads } from './aborted-uploads.ts';
import { body } from './body.ts';
import { bodyLimit } from './body-limit.ts';
import { connections } from './connections.ts';
import { contentType } from './content-type.ts';
import { coordinates } from './coordinates.ts';
import { errors } from './errors.ts';
import { expectContinue } from './expect-continue.ts';
import { failures } from './failures.ts';
import { framing } from './framing.ts';
import { hostField } from './host-field.ts';
import type { HttpCase } from './http-case.ts';
import { identifiers } from './identifiers.ts';
import { invalidIdentifiers } from './invalid-identifiers.ts';
import { jsonText } from './json-text.ts';
import { list } from './list.ts';
import { locationShape } from './location-shape.ts';
import { malformedHttp } from './malformed-http.ts';
import { members } from './members.ts';
import { methods } from './methods.ts';
import { options } from './options.ts';
import { responses } from './responses.ts';
import { serverRules } from './server-rules.ts';
import { slowReaders } from './slow-readers.ts';
import { specialIdentifiers } from './special-identifiers.ts';
import { states } from './states.ts';
import { targets } from './targets.ts';
import { unreadBodies } from './unread-bodies.ts';
import { writeChecks } from './write-checks.ts';
import { writeOrder } from './write-order.ts';

/** What every location-records service must do over HTTP, on every path and with every store. */
export const httpContract: readonly HttpCase[] = [
  ...states,
  ...writeOrder,
  ...writeChecks,
  ...contentType,
  ...body,
  ...bodyLimit,
  ...jsonText,
  ...locationShape,
  ...members,
  ...coordinates,
  ...identifiers,
  ...invalidIdentifiers,
  ...specialIdentifiers,
  ...targets,
  ...methods,
  ...responses,
  ...errors,
  ...list,
  ...options,
  ...failures,
  ...connections,
  ...framing,
  ...unreadBodies,
  ...abortedUploads,
  ...expectContinue,
  ...slowReaders,
  ...hostField,
  ...malformedHttp,
  ...serverRules,
];
