import type { LocationRecord } from '@location-records/core';
import { idOf, locationOf } from '../shared/big-list.mjs';
import { record } from '../shared/cpu-time/contestants.ts';
import { seededRandom } from '../shared/random.ts';
import type { Contestant } from './contestants.ts';
import type { Timed } from './drive.ts';
import { absentId, largeRecord, specifiedRequest } from './operations.ts';
import { skewed } from './skew.ts';

/** The works that need few records. DELETE comes after POST, since it deletes what POST has created. */
export const fewRecords = ['GET one', 'GET 4 KiB', 'GET absent', 'PUT', 'POST', 'DELETE'] as const;

/** Those of the comparisons that have fewer. */
export const mainWorks = ['GET one', 'PUT', 'POST', 'DELETE'] as const;

/** The name of a work. The mix is 90 % GET and 10 % PUT of many records, of which few are used often. */
export type Work = (typeof fewRecords)[number] | 'mix';

/** The number of records that PUT replaces in turns, so that writes of one moment are about different ones. */
const replacedRecords = 100;
/** The number of different requests of the mix, which come again and again. */
const mixLength = 50_000;

/** The contents that PUT gives a record in turns: SQLite writes nothing when an UPDATE changes nothing. */
const contents = [record.body, record.body.replace('2.2945', '2.2946')];
const replaced = contents.flatMap((body) =>
  Array.from({ length: replacedRecords }, (_, index) => ({ id: `replaced-${index}`, body })),
);

/** Makes the requests to one contestant, as one client would who remembers what it has created. */
export class RequestSource {
  readonly #contestant: Contestant;
  readonly #mix: readonly Timed[];
  readonly #created: string[] = [];
  /** The different requests of PUT, in their order. */
  readonly puts: readonly Timed[];
  /** Those that get the same records, in the same order. */
  readonly gets: readonly Timed[];
  readonly #same: Readonly<Record<'GET one' | 'GET 4 KiB' | 'GET absent', Timed>>;
  #sent = 0;

  /** @param mix the requests of the mix, in their order. */
  constructor(contestant: Contestant, mix: readonly Timed[]) {
    const { request } = contestant;
    const get = (id: string) => request({ method: 'GET', id });
    this.#contestant = contestant;
    this.#mix = mix;
    this.#same = {
      'GET one': { bytes: get(record.id), status: 200 },
      'GET 4 KiB': { bytes: get(largeRecord.id), status: 200 },
      'GET absent': { bytes: get(absentId), status: 404 },
    };
    this.gets = replaced.map(({ id }) => ({ bytes: get(id), status: 200 }));
    this.puts = replaced.map((one) => ({ bytes: request({ method: 'PUT', ...one }), status: 200 }));
  }

  /** The requests that create what the others are about. */
  preparation(): readonly Timed[] {
    return [record, largeRecord, ...replaced.slice(0, replacedRecords)].map((one) =>
      this.#post(one.id, one.body),
    );
  }

  /** The number of records that POST has created and DELETE has not deleted. */
  get deletable(): number {
    return this.#created.length;
  }

  /** The next request of a work; `undefined` when all that was created is deleted. */
  next(work: Work): Timed | undefined {
    if (work === 'mix') return this.#mix[this.#sent++ % this.#mix.length];
    if (work === 'PUT') return this.puts[this.#sent++ % this.puts.length];
    if (work === 'POST') {
      const id = `created-${this.#sent++}`;
      this.#created.push(id);
      return this.#post(id, record.body);
    }
    if (work !== 'DELETE') return this.#same[work];
    const id = this.#created.pop();
    if (id === undefined) return undefined;
    return { bytes: this.#contestant.request({ method: 'DELETE', id }), status: 200 };
  }

  #post(id: string, body: string): Timed {
    const { request, createdStatus } = this.#contestant;
    return { bytes: request({ method: 'POST', id, body }), status: createdStatus };
  }
}

/** The requests that create some records. */
export function* postsOf(records: Iterable<LocationRecord>): Generator<Timed, void> {
  for (const [id, location] of records) {
    const body = JSON.stringify(location);
    yield { bytes: specifiedRequest({ method: 'POST', id, body }), status: 200 };
  }
}

/** The requests of the mix over the first `count` records of the big list: the same in each run. */
export function makeMix(count: number): readonly Timed[] {
  const random = seededRandom(1);
  const draw = skewed(count, random);
  return Array.from({ length: mixLength }, () => {
    const index = draw();
    const id = idOf(index);
    const isWrite = random() < 0.1;
    const bytes = isWrite
      ? specifiedRequest({ method: 'PUT', id, body: JSON.stringify(locationOf(index)) })
      : specifiedRequest({ method: 'GET', id });
    return { bytes, status: 200 };
  });
}
