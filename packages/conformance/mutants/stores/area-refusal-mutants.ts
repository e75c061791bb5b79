import { InvalidArgumentError } from '@location-records/core';
import { type AreaPage, type Box, checkWithin, type WithinOptions } from '@location-records/core/areas';
import { AreaReferenceStore, opening } from './area-reference-store.ts';
import type { StoreMutant } from './store-mutant.ts';

/** A store that checks other arguments, or none. */
function checking(check: (box: Box, options: WithinOptions) => void): StoreMutant['open'] {
  return opening(
    class extends AreaReferenceStore {
      override requireArguments(box: Box, options: WithinOptions): void {
        check(box, options);
      }
    },
  );
}

/** Stores whose area queries accept wrong arguments, or go on after `close`. */
export const areaRefusalMutants: readonly StoreMutant[] = [
  {
    id: 'area-accepts-swapped-edges',
    breaks: 'takes a box from east to west for an empty one',
    killedBy: 'area-refuses-boxes',
    open: checking((box, options) => checkWithin({ ...box, east: Math.max(box?.west, box?.east) }, options)),
  },
  {
    id: 'area-accepts-infinite-edges',
    breaks: 'accepts an infinite edge',
    killedBy: 'area-refuses-boxes',
    open: checking((box, options) => {
      const finite = Object.entries(box ?? {}).map(([edge, value]) => [edge, finiteOf(value)]);
      checkWithin(Object.fromEntries(finite), options);
    }),
  },
  {
    id: 'area-accepts-any-limit',
    breaks: 'accepts a limit of 0',
    killedBy: 'area-refuses-options',
    open: checking((box, options) =>
      checkWithin(box, options?.limit === 0 ? { ...options, limit: 1 } : options),
    ),
  },
  {
    id: 'area-accepts-any-position',
    breaks: 'does not check the members of a position',
    killedBy: 'area-refuses-options',
    open: checking((box, options) => checkWithin(box, { limit: options?.limit })),
  },
  {
    id: 'area-checks-options-first',
    breaks: 'checks the limit before the box',
    killedBy: 'area-refuses-first-wrong',
    open: checking((box, options) => {
      if (options?.limit === 0) throw new InvalidArgumentError('options.limit', 'an integer from 1');
      checkWithin(box, options);
    }),
  },
  {
    id: 'area-checks-arguments-of-closed',
    breaks: 'checks arguments before it says that it is closed',
    killedBy: 'area-closed',
    open: opening(
      class extends AreaReferenceStore {
        override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
          this.requireArguments(box, options);
          return super.within(box, options);
        }
      },
    ),
  },
  {
    id: 'area-goes-on-closed',
    breaks: 'goes on with area queries after close',
    killedBy: 'area-closed',
    open: opening(
      class extends AreaReferenceStore {
        override async within(box: Box, options: WithinOptions): Promise<AreaPage> {
          const { isClosed } = this;
          this.isClosed = false;
          return super.within(box, options).finally(() => {
            this.isClosed = isClosed;
          });
        }
      },
    ),
  },
];

function finiteOf(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  return value === Number.NEGATIVE_INFINITY ? -Number.MAX_VALUE : value;
}
