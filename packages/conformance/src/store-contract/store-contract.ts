import { concurrency } from './concurrency.ts';
import { copies } from './copies.ts';
import { descriptions } from './descriptions.ts';
import { durable } from './durable.ts';
import { guarantees } from './guarantees.ts';
import { identifiers } from './identifiers.ts';
import { lifecycle } from './lifecycle.ts';
import { list } from './list.ts';
import { listAbandoned } from './list-abandoned.ts';
import { listLive } from './list-live.ts';
import { listMoment } from './list-moment.ts';
import { listOrder } from './list-order.ts';
import { listSnapshot } from './list-snapshot.ts';
import { numbers } from './numbers.ts';
import { refusalBounds } from './refusal-bounds.ts';
import { refusals } from './refusals.ts';
import { shared } from './shared.ts';
import type { StoreCase } from './store-case.ts';
import { transitions } from './transitions.ts';

/** Everything that every `LocationStore` must do, as cases for any test runner. */
export const storeContract: readonly StoreCase[] = [
  ...transitions,
  ...identifiers,
  ...descriptions,
  ...numbers,
  ...refusals,
  ...refusalBounds,
  ...copies,
  ...list,
  ...listAbandoned,
  ...listLive,
  ...listSnapshot,
  ...listMoment,
  ...listOrder,
  ...concurrency,
  ...lifecycle,
  ...guarantees,
  ...durable,
  ...shared,
];
