import type { AreaPosition, AreaStore, Box, WithinOptions } from '@location-records/core/areas';
import { everywhere, expectBox, openAreaStore, placed } from '../area-steps.ts';
import { expectClosed, expectPromise, expectRefused } from '../expect-rejection.ts';
import type { StoreCase } from '../store-case.ts';

const clause = 'AreaStore.within';
const offers = 'within';

/** Values that are not finite numbers. */
const notNumbers = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '1',
  1n,
  [1],
  {},
];

/** Values that are neither an integer from 1, nor anything that an engine could read as one. */
const notLimits = [...notNumbers, 0, -1, 1.5, 2 ** 53, true];

const position: AreaPosition = { part: 128, latitude: 1, longitude: 1, id: 'a' };

/** Wrong arguments, and a closed store. */
export const areaRefusals: readonly StoreCase[] = [
  {
    id: 'area-refuses-boxes',
    clause,
    offers,
    title: 'A box without four finite numbers, or with its edges swapped, is refused.',
    async run(stores) {
      const refuse = await refusing(stores);
      for (const box of [undefined, null, 1, 'box', []]) await refuse(box as never, { limit: 1 }, 'box.west');
      for (const edge of ['west', 'south', 'east', 'north'] as const) {
        for (const value of notNumbers) {
          await refuse({ ...everywhere, [edge]: value as never }, { limit: 1 }, `box.${edge}`);
        }
      }
      await refuse({ west: 1, south: 0, east: 0.5, north: 1 }, { limit: 1 }, 'box.east');
      await refuse({ west: 179, south: 0, east: -179, north: 1 }, { limit: 1 }, 'box.east');
      await refuse({ west: 0, south: 1, east: 1, north: 0.5 }, { limit: 1 }, 'box.north');
    },
  },
  {
    id: 'area-refuses-options',
    clause,
    offers,
    title: 'A limit that is not an integer from 1, and an "after" that is not a position, are refused.',
    async run(stores) {
      const refuse = await refusing(stores);
      for (const options of [undefined, null, {}])
        await refuse(everywhere, options as never, 'options.limit');
      for (const limit of notLimits) await refuse(everywhere, { limit: limit as never }, 'options.limit');
      const refuseAfter = (after: unknown, member: string) =>
        refuse(everywhere, { limit: 1, after: after as AreaPosition }, `options.after.${member}`);
      for (const after of [null, 1, 'a', {}]) await refuseAfter(after, 'part');
      for (const part of [...notNumbers, 0.5]) await refuseAfter({ ...position, part }, 'part');
      for (const value of notNumbers) {
        await refuseAfter({ ...position, latitude: value }, 'latitude');
        await refuseAfter({ ...position, longitude: value }, 'longitude');
      }
      for (const id of [undefined, null, '', 1, '\ud800', {}]) await refuseAfter({ ...position, id }, 'id');
    },
  },
  {
    id: 'area-refuses-first-wrong',
    clause,
    offers,
    title: 'Of several wrong arguments the first is named: the box, the limit, the position.',
    async run(stores) {
      const refuse = await refusing(stores);
      const after = { ...position, part: 0.5, id: '' };
      const swapped = { west: 1, south: 1, east: 0, north: 0 };
      await refuse({ ...swapped, north: Number.NaN }, { limit: 0, after }, 'box.north');
      await refuse(swapped, { limit: 0, after }, 'box.east');
      await refuse({ ...swapped, east: 1 }, { limit: 0, after }, 'box.north');
      await refuse(everywhere, { limit: 0, after }, 'options.limit');
      await refuse(everywhere, { limit: 1, after }, 'options.after.part');
    },
  },
  {
    id: 'area-closed',
    clause: 'LocationStore.close',
    offers,
    title: 'Area queries of a closed store reject with STORE_CLOSED, even with wrong arguments.',
    async run(stores) {
      const store = await openAreaStore(stores);
      await store.put(...placed('a', 1, 1));
      await expectPromise(() => store.within(everywhere, { limit: 1 }), 'within');
      await store.close();
      await expectClosed(() => store.within(everywhere, { limit: 1 }), 'within after close');
      await expectClosed(() => store.within(undefined as never, undefined as never), 'within of nothing');
    },
  },
];

/** Opens a store of one record, and returns what requires it to refuse arguments and to go on working. */
async function refusing(
  stores: Parameters<typeof openAreaStore>[0],
): Promise<(box: Box, options: WithinOptions, argument: string) => Promise<void>> {
  const store: AreaStore = await openAreaStore(stores);
  await store.put(...placed('a', 1, 1));
  await expectBox(store, everywhere, [placed('a', 1, 1)], 'the record');
  return (box, options, argument) =>
    expectRefused(() => store.within(box, options), argument, `within(${shown(box)}, ${shown(options)})`);
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value);
}
