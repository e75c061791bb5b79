import type { MapAsset } from '@location-records/map-page/assets';

/** Each file is decoded once, when the first client asks for it. */
const decoded = new WeakMap<MapAsset, Uint8Array<ArrayBuffer>>();

/** The gzipped bytes of a file. */
export function gzipped(asset: MapAsset): Uint8Array<ArrayBuffer> {
  const known = decoded.get(asset);
  if (known) return known;
  const bytes = Uint8Array.from(atob(asset.gzip), (character) => character.charCodeAt(0));
  decoded.set(asset, bytes);
  return bytes;
}

/** The bytes of a file as they were before they were gzipped, in pieces. */
export async function* gunzipped(asset: MapAsset): AsyncGenerator<Uint8Array, void> {
  yield* new Blob([gzipped(asset)]).stream().pipeThrough(new DecompressionStream('gzip'));
}
