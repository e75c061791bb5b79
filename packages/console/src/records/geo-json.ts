import type { Limit } from './work.ts';

/** A record as a Feature of GeoJSON (RFC 7946 section 3.2). */
export interface RecordFeature {
  readonly type: 'Feature';
  /** The identifier. */
  readonly id: string;
  readonly geometry: {
    readonly type: 'Point';
    /** In degrees. Other than in a Location, the longitude comes first. */
    readonly coordinates: readonly [longitude: number, latitude: number];
  };
  readonly properties: {
    /** Absent if the record has none. */
    readonly description?: string | undefined;
    /** The distance from the point of `near`, in metres; absent in other queries. */
    readonly distance?: number | undefined;
  };
}

/** A page of records as a FeatureCollection of GeoJSON (RFC 7946 section 3.3): the body of `/-/records`. */
export interface RecordCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly RecordFeature[];
  /** How many features there are. */
  readonly numberReturned: number;
  /** The option of the console that made the page shorter; absent on other pages. */
  readonly limitedBy?: Limit | undefined;
  /** The link to the next page, unless this is the last one. */
  readonly links: readonly RecordLink[];
}

/** A link of a {@link RecordCollection} (RFC 8288). */
export interface RecordLink {
  readonly rel: 'next';
  readonly type: 'application/geo+json';
  /** Relative to the URL of the request: `new URL(href, url)` resolves it. */
  readonly href: string;
}
