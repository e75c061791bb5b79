import { body } from './cases/body.ts';
import { bodyLimit } from './cases/body-limit.ts';
import { conditions } from './cases/conditions.ts';
import { connections } from './cases/connections.ts';
import { contentType } from './cases/content-type.ts';
import { failures } from './cases/failures.ts';
import { identifiers } from './cases/identifiers.ts';
import { list } from './cases/list.ts';
import { locationShape } from './cases/location-shape.ts';
import { methods } from './cases/methods.ts';
import { coordinates } from './cases/numbers.ts';
import { races } from './cases/races.ts';
import { responses } from './cases/responses.ts';
import { states } from './cases/states.ts';
import { targets } from './cases/targets.ts';
import { unreadBodies } from './cases/unread-bodies.ts';
import { wire } from './cases/wire.ts';
import { writeOrder } from './cases/write-order.ts';
import type { HttpCase } from './http-case.ts';

/** The rules of every location-records service over HTTP, on every path and with every store, as cases. */
export const httpContract: readonly HttpCase[] = withIndirect([
  ...states,
  ...races,
  ...contentType,
  ...writeOrder,
  ...body,
  ...bodyLimit,
  ...locationShape,
  ...coordinates,
  ...identifiers,
  ...targets,
  ...methods,
  ...responses,
  ...list,
  ...conditions,
  ...failures,
  ...connections,
  ...unreadBodies,
  ...wire,
]);

/** Adds the cases that the presupposed cases presuppose. */
function withIndirect(cases: readonly HttpCase[]): readonly HttpCase[] {
  const direct = new Map(cases.map(({ id, presupposes }) => [id, presupposes]));
  return cases.map((one) => {
    const all = new Set(one.presupposes);
    // The loop includes the ids that it adds.
    for (const id of all) for (const indirect of direct.get(id) ?? []) all.add(indirect);
    return { ...one, presupposes: [...all] };
  });
}
