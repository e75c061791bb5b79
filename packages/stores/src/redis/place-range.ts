import { type Box, stripeOf } from '@location-records/core/areas';
import { placeMember, type StoredPlace } from './place-members.ts';

/** More than the bytes of any longitude: the first of the largest one are 0xff 0xef. */
const afterLongitudes = Buffer.from([0xff, 0xff]);

/** The places of a box in a sorted set of places, in which other places lie between them. */
export class PlaceRange {
  readonly #box: Box;
  readonly #lastStripe: number;
  /** The beginning of the range, as an argument of a command. */
  readonly start: Buffer;
  /** The end of the range, as an argument of a command. */
  readonly end: Buffer;

  constructor(box: Box) {
    this.#box = box;
    this.#lastStripe = stripeOf(box.east);
    this.start = this.#startOf(stripeOf(box.west));
    this.end = Buffer.concat([Buffer.from('('), headOf(this.#lastStripe, box.north), afterLongitudes]);
  }

  /** Whether a place is in the box. */
  has({ latitude, longitude }: Pick<StoredPlace, 'latitude' | 'longitude'>): boolean {
    const { west, south, east, north } = this.#box;
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  }

  /**
   * Where the range continues after a place, as an argument of a command: beyond the places beside the box.
   * `undefined` when it has ended.
   */
  startAfter(place: StoredPlace): Buffer | undefined {
    const { south, north, west } = this.#box;
    if (place.stripe < stripeOf(west)) return this.start;
    const stripe = place.latitude > north ? place.stripe + 1 : place.stripe;
    if (stripe > this.#lastStripe) return undefined;
    if (stripe > place.stripe || place.latitude < south) return this.#startOf(stripe);
    return Buffer.concat([Buffer.from('('), placeMember(place)]);
  }

  #startOf(stripe: number): Buffer {
    return Buffer.concat([Buffer.from('['), headOf(stripe, this.#box.south)]);
  }
}

/** The bytes with which the members of a stripe and a latitude begin. */
function headOf(stripe: number, latitude: number): Buffer {
  return placeMember({ stripe, latitude, longitude: 0, id: '' }).subarray(0, 10);
}
