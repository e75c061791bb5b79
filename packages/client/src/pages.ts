import { type Coordinates, type Location, recordOf } from './location.ts';
import { type Reply, type Sender, textOf } from './send.ts';

/** An area in degrees, its edges included. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A record that a query has found. */
export type FoundRecord = readonly [
  id: string,
  location: Location,
  /** From `near`, in metres; `undefined` in other queries. */
  distance: number | undefined,
];

/** What to find: everything, or what matches. */
export interface PageQuery {
  /** Only records in this box. */
  readonly box?: Box | undefined;
  /** The nearest records first. */
  readonly near?: Coordinates | undefined;
  /** Only records within this distance of `near`, in metres. */
  readonly radius?: number | undefined;
  /** Only records that have these words in the identifier or the description. They come as one page. */
  readonly words?: string | undefined;
  /**
   * Records on each page, from 1 to 10,000.
   * @default 100
   */
  readonly limit?: number | undefined;
  /** The `next` of an earlier page of the same query. */
  readonly cursor?: string | undefined;
  /** Ends the query. */
  readonly signal?: AbortSignal | undefined;
}

/** A page of records. It may be shorter than the limit, even if more pages follow. */
export interface Page {
  readonly records: readonly FoundRecord[];
  /** Where the next page begins; `undefined` on the last page. */
  readonly next: string | undefined;
}

/** A page as `/-/records` sends it: a FeatureCollection of GeoJSON. */
interface Collection {
  readonly features: readonly Feature[];
  readonly links: readonly { readonly href: string }[];
}

interface Feature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] };
  readonly properties: {
    readonly description?: string | undefined;
    readonly distance?: number | undefined;
  };
}

/** Reads the pages of a query at `/-/records`. */
export async function* pagesOf(
  { send }: Sender,
  { box, near, radius, words, limit, cursor, signal }: PageQuery,
): AsyncGenerator<Page, undefined> {
  let next = cursor;
  do {
    const parameters = {
      bbox: box && [box.west, box.south, box.east, box.north],
      near: near && [near.latitude, near.longitude],
      radius,
      q: words,
      limit,
      cursor: next,
    };
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const path = `/-/records?${new URLSearchParams(given as [string, string][])}`;
    const pages = send(
      () => ({ method: 'GET', path, signal }),
      async function* (reply) {
        yield pageOf(JSON.parse(await textOf((reply as Reply).pieces)));
      },
    );
    for await (const page of pages) {
      next = page.next;
      yield page;
    }
  } while (next);
}

function pageOf({ features, links }: Collection): Page {
  const found = ({
    id,
    geometry: {
      coordinates: [longitude, latitude],
    },
    properties: { description, distance },
  }: Feature): FoundRecord => [
    ...recordOf([id, { description, coordinates: { latitude, longitude } }]),
    distance,
  ];
  // Only the cursor of the link is used, so that no link leads to another host.
  return { records: features.map(found), next: links[0]?.href.match(/cursor=([\w-]+)/)?.[1] };
}
