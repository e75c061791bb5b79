// What the parts of the page share.
import { type Api, type Box, createApi } from './api.ts';
import type { City } from './base-map/base-map.ts';
import { createChosen } from './chosen/chosen.ts';
import { parseHash, type View } from './deep-link.ts';
import { element } from './make-element.ts';
import type { MapView } from './map-view.ts';
import { createSelection } from './selection.ts';
import { createStatus } from './status.ts';
import { boxAround, wholeWorld } from './view-box.ts';

/** The URL of the service, with a slash at its end. */
export const service = new URL('../', location.href);
export const api: Api = createApi(service);
export const status = createStatus();
export const selection = createSelection();
export const chosen = createChosen();

/** What comes with the map, later than the list or not at all. */
export const world: {
  map?: MapView;
  hasNoMap?: boolean;
  /** The view until there is a map. */
  firstView: View | undefined;
  /** The largest first. */
  cities: readonly City[];
} = { firstView: parseHash(location.hash).view, cities: [] };

/** What is seen, with or without the map. */
export function view(): View {
  return world.map?.view() ?? world.firstView ?? wholeWorld;
}

/** What is in view, for `/-/records`; `undefined` is the whole world. */
export function box(): Box | undefined {
  if (world.hasNoMap) return undefined;
  const { clientWidth, clientHeight } = element('map');
  return world.map ? world.map.box() : boxAround(view(), clientWidth, clientHeight);
}
