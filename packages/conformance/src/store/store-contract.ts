import { areaBoxes } from './cases/area-boxes.ts';
import { areaPages } from './cases/area-pages.ts';
import { areaRefusals } from './cases/area-refusals.ts';
import { areaWrites } from './cases/area-writes.ts';
import { changes } from './cases/changes.ts';
import { concurrency } from './cases/concurrency.ts';
import { copies } from './cases/copies.ts';
import { descriptions } from './cases/descriptions.ts';
import { durable } from './cases/durable.ts';
import { identifiers } from './cases/identifiers.ts';
import { lifecycle } from './cases/lifecycle.ts';
import { list } from './cases/list.ts';
import { listAbandoned } from './cases/list-abandoned.ts';
import { listLive } from './cases/list-live.ts';
import { listOrder } from './cases/list-order.ts';
import { numbers } from './cases/numbers.ts';
import { refusals } from './cases/refusals.ts';
import { shared } from './cases/shared.ts';
import { transitions } from './cases/transitions.ts';
import type { StoreCase } from './store-case.ts';

/** The rules of every `LocationStore`, as cases for any test runner. */
export const storeContract: readonly StoreCase[] = [
  ...transitions,
  ...changes,
  ...identifiers,
  ...descriptions,
  ...numbers,
  ...refusals,
  ...copies,
  ...list,
  ...listAbandoned,
  ...listLive,
  ...listOrder,
  ...concurrency,
  ...lifecycle,
  ...durable,
  ...shared,
  ...areaBoxes,
  ...areaPages,
  ...areaWrites,
  ...areaRefusals,
];
