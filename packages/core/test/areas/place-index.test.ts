import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AreaPosition, Box } from '../../src/areas/area-store.ts';
import { PlaceIndex } from '../../src/areas/place-index.ts';
import type { Place } from '../../src/areas/place-leaf.ts';
import { compareByStripe } from '../../src/areas/stripe.ts';

const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

const extremes = [0, 5e-324, -5e-324, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE, 180, -180, 1.40625];
const degrees = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((value) => value + 0),
  fc.constantFrom(...extremes),
  fc.double({ min: -200, max: 200, noNaN: true }).map((value) => value + 0),
);
const places = fc.record({ latitude: degrees, longitude: degrees });
const boxes = fc.tuple(degrees, degrees, degrees, degrees).map(
  ([a, b, c, d]): Box => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }),
);

type Model = Map<string, Place>;

/** The identifiers of a box, by looking at every place. */
function expected(model: Model, { west, south, east, north }: Box): string[] {
  return [...model]
    .map(([id, coordinates]) => [id, { coordinates }] as const)
    .sort(compareByStripe)
    .filter(
      ([
        ,
        {
          coordinates: { latitude, longitude },
        },
      ]) => {
        return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
      },
    )
    .map(([id]) => id);
}

/** The identifiers of a box, in pages. */
function found(index: PlaceIndex, box: Box, limit: number, maxLooks = 1000): string[] {
  const ids: string[] = [];
  let after: AreaPosition | undefined;
  do {
    const page = index.within(box, after, limit, maxLooks);
    expect(page.ids.length).toBeLessThanOrEqual(limit);
    ids.push(...page.ids);
    after = page.next;
  } while (after);
  return ids;
}

/** Moves a record in an index and in its model. */
function move(index: PlaceIndex, model: Model, id: string, place: Place | undefined): void {
  const before = model.get(id);
  if (before) index.remove(before, id);
  model.delete(id);
  if (!place) return;
  index.add(place, id);
  model.set(id, place);
}

/** An index of places on a grid in one stripe, which fills many leaves. */
function gridOf(count: number): [PlaceIndex, Model] {
  const [index, model]: [PlaceIndex, Model] = [new PlaceIndex(), new Map()];
  for (let number = 0; number < count; number++) {
    const shuffled = (number * 7919) % count;
    move(index, model, `id ${shuffled}`, {
      latitude: Math.floor(shuffled / 10),
      longitude: (shuffled % 10) / 10,
    });
  }
  return [index, model];
}

describe('PlaceIndex', () => {
  it('finds what a look at every place finds, after any writes and forks', () => {
    const write = fc.tuple(fc.nat(40), fc.option(places, { nil: undefined }), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(write, { maxLength: 200 }),
        fc.array(boxes, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (writes, queries, limit, maxLooks) => {
          let [index, model]: [PlaceIndex, Model] = [new PlaceIndex(), new Map()];
          const left: [PlaceIndex, Model][] = [];
          for (const [number, place, isForked] of writes) {
            if (isForked) {
              left.push([index, new Map(model)]);
              index = index.fork();
            }
            move(index, model, `id ${number}`, place);
          }
          for (const [one, records] of [...left.slice(-3), [index, model] as const]) {
            for (const box of [everywhere, ...queries]) {
              expect(found(one, box, limit, maxLooks)).toEqual(expected(records, box));
            }
          }
        },
      ),
    );
  });

  it('finds what a look at every place finds in thousands of places, while they are removed', () => {
    const [index, model] = gridOf(5000);
    const narrow = { west: 0.25, south: 100, east: 0.45, north: 300 };
    for (const remaining of [5000, 4000, 1000, 130, 64, 3, 0]) {
      for (const id of [...model.keys()].slice(remaining)) move(index, model, id, undefined);
      for (const box of [everywhere, narrow]) {
        expect(found(index, box, 77)).toEqual(expected(model, box));
      }
    }
  });

  it('keeps places for a fork that are removed and moved afterwards', () => {
    const [index, model] = gridOf(2000);
    const [fork, before] = [index.fork(), new Map(model)];
    for (const [number, id] of [...model.keys()].entries()) {
      move(index, model, id, number % 3 ? undefined : { latitude: -number, longitude: 0.5 });
    }
    expect(found(fork, everywhere, 100)).toEqual(expected(before, everywhere));
    expect(found(index, everywhere, 100)).toEqual(expected(model, everywhere));
  });

  it('looks at no more places for a page than it may', () => {
    const [index] = gridOf(1000);
    const beside = { west: 0.95, south: 0, east: 1, north: 100 };
    const page = index.within(beside, undefined, 10, 50);
    expect(page.ids).toEqual([]);
    expect(page.next).toEqual({ part: 128, latitude: 4, longitude: 0.9, id: 'id 49' });
  });

  it('adds a place once, and removes one that is not there without an effect', () => {
    const index = new PlaceIndex();
    const place = { latitude: 1, longitude: 1 };
    index.remove(place, 'a');
    index.add(place, 'a');
    index.add(place, 'a');
    index.remove({ latitude: 1, longitude: 2 }, 'a');
    index.remove(place, 'b');
    expect(found(index, everywhere, 10)).toEqual(['a']);
    index.remove(place, 'a');
    expect(found(index, everywhere, 10)).toEqual([]);
  });
});
