/** How long one tile took. */
export interface TileTime {
  readonly zoom: number;
  readonly milliseconds: number;
  readonly isEmpty: boolean;
}

/** The zooms that are asked for. */
export const zooms: readonly number[] = Array.from({ length: 13 }, (_, zoom) => zoom);

/** The last zoom of which a tile may take longer, since it has many records. */
export const lastLowZoom = 4;

/** Where there are records: longitude and latitude of large cities. */
export const places: readonly (readonly [longitude: number, latitude: number])[] = [
  [2.3488, 48.8534],
  [13.4105, 52.5244],
  [-74.006, 40.7143],
  [139.6917, 35.6895],
  [77.2315, 28.6519],
  [-46.6361, -23.5475],
];
