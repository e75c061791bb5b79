import { areaBoxes } from './cases/area-boxes.ts';
import { areaPages } from './cases/area-pages.ts';
import { callers } from './cases/callers.ts';
import { concurrency } from './cases/concurrency.ts';
import { exchange } from './cases/exchange.ts';
import { guarantees } from './cases/guarantees.ts';
import { lifecycle } from './cases/lifecycle.ts';
import { lists } from './cases/lists.ts';
import { liveLists } from './cases/live-lists.ts';
import { values } from './cases/values.ts';
import { writes } from './cases/writes.ts';
import type { StoreCase } from './store-case.ts';

/** The rules of every `LocationStore`, as cases for any test runner. */
export const storeContract: readonly StoreCase[] = [
  ...writes,
  ...values,
  ...callers,
  ...lists,
  ...liveLists,
  ...concurrency,
  ...exchange,
  ...lifecycle,
  ...guarantees,
  ...areaBoxes,
  ...areaPages,
];
