/**
 * Places in reference systems: code, x, y, longitude, latitude, and how exact the conversion has to be in
 * metres.
 */
export const places: readonly (readonly [
  code: string,
  x: number,
  y: number,
  longitude: number,
  latitude: number,
  tolerance: number,
])[] = [
  ['EPSG:2154', 652709.5, 6862305, 2.3554473, 48.859043447, 0.01],
  ['EPSG:27700', 530000, 180000, -0.12835394, 51.503990828, 5],
  ['EPSG:25832', 565000, 5934000, 9.9811003, 53.550862883, 0.01],
  ['EPSG:3857', 1822000, 6141000, 16.367304477, 48.204835092, 0.01],
  ['EPSG:28992', 121000, 487000, 4.887970765, 52.36982621, 0.5],
  ['EPSG:21781', 600000, 200000, 7.438632421, 46.951082772, 1.5],
  ['EPSG:2056', 2600000, 1200000, 7.438632421, 46.951082772, 1.5],
  ['EPSG:31467', 3565000, 5934000, 9.979245434, 53.533489425, 5],
  ['EPSG:5514', -743000, -1043000, 14.418593891, 50.087346615, 12],
  ['EPSG:26918', 583960, 4507523, -74.005969527, 40.714349213, 0.01],
  ['EPSG:32633', 601000, 5340000, 16.359382317, 48.205190071, 0.01],
  ['EPSG:3006', 674000, 6580000, 18.057965337, 59.322873218, 0.01],
  ['EPSG:7856', 334000, 6252000, 151.205514687, -33.859261705, 0.01],
  ['EPSG:2264', 1450000, 540000, -80.841662039, 35.219731947, 0.01],
  ['EPSG:2048', 50000, 3700000, 18.462384469, -33.424880388, 0.01],
  ['EPSG:27572', 600000, 2428000, 2.336505663, 48.850346593, 4],
  ['EPSG:31370', 150000, 170000, 4.368752141, 50.840411283, 1],
  ['EPSG:2193', 1749000, 5428000, 174.779336132, -41.285699262, 0.01],
  ['EPSG:3035', 4321000, 3210000, 10, 52, 0.01],
  ['EPSG:31287', 625000, 483000, 16.361285057, 48.206841241, 3],
  ['EPSG:5179', 953900, 1952000, 126.977988823, 37.566210789, 0.01],
  ['ESRI:102003', 100000, 200000, -94.830009419, 39.27891459, 0.01],
];

/** Returns the distance of two places that are near each other, in metres. */
export function distance(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  [otherLongitude, otherLatitude]: readonly [number, number],
): number {
  const degree = 111_320;
  const east = (longitude - otherLongitude) * degree * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, (latitude - otherLatitude) * degree);
}
