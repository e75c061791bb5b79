import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../expect-equal.ts';
import { many, places } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { eachBatch, openList, putAll, readList, sorted } from '../store-steps.ts';

const clause = 'StoreGuarantees.snapshot';

/** What a list holds that starts while writes are under way. */
export const listMoment: readonly StoreCase[] = [
  {
    id: 'list-between-writes',
    clause,
    when: { snapshot: true },
    title: 'A list that starts amid writes holds what was written up to one moment, and nothing later.',
    async run(subject) {
      const store = await subject.open();
      const chunks = chunked(places(many), many / 10);
      await putAll(store, chunks.flat());
      let listing = true;
      const write = async () => {
        let round = 0;
        while (listing) {
          round++;
          for (const chunk of chunks) await putAll(store, aged(chunk, round));
        }
        return round;
      };
      const read = async () => {
        try {
          for (let time = 0; time < 2; time++) expectOneMoment(await readSlowly(store));
        } finally {
          listing = false;
        }
      };
      const [round] = await Promise.all([write(), read()]);
      expectEqual('the list after all writes', sorted(await readList(store)), aged(chunks.flat(), round));
    },
  },
];

/** The list, each batch after a while in which others can write. */
async function readSlowly(store: LocationStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(openList(store))) {
    records.push(...batch);
    for (let time = 0; time < 3; time++) await store.delete('absent');
  }
  return records;
}

function chunked(records: readonly LocationRecord[], length: number): LocationRecord[][] {
  return Array.from({ length: records.length / length }, (_, index) =>
    records.slice(index * length, (index + 1) * length),
  );
}

function aged(records: readonly LocationRecord[], round: number): LocationRecord[] {
  return records.map(([id, { coordinates }]) => [
    id,
    { description: String(round), coordinates: { ...coordinates, latitude: round } },
  ]);
}

/**
 * The writer goes through the chunks in turn, so at any moment each is at least as far as the next, and the
 * first is at most one round ahead of the last.
 */
function expectOneMoment(records: readonly LocationRecord[]): void {
  expectEqual('the length of the list', records.length, many);
  const rounds = chunked(sorted(records), many / 10).map((chunk) =>
    chunk.map(([, location]) => roundOf(location)),
  );
  for (const [index, chunk] of rounds.entries()) {
    const behind = Math.min(...chunk) < Math.max(...(rounds[index + 1] ?? [0]));
    expectEqual(`chunk ${index} is behind the next`, behind, false);
  }
  const ahead = Math.max(...(rounds[0] ?? [])) - Math.min(...(rounds.at(-1) ?? []));
  expectEqual('the first chunk is at most one round ahead of the last', ahead <= 1, true);
}

/** The round that wrote a Location, which must be one round in all its parts. */
function roundOf({ description, coordinates }: LocationRecord[1]): number {
  const round = description?.startsWith('place') ? 0 : Number(description);
  if (round > 0) expectEqual('the latitude beside the description', coordinates.latitude, round);
  return round;
}
