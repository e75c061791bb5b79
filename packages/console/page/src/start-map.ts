import type { StyleSpecification } from 'maplibre-gl';
import type { Box } from './api.ts';
import { type BaseMap, decodeBaseMap } from './base-map/base-map.ts';
import { baseStyle } from './base-map/base-style.ts';
import { loadDataBox } from './data-box.ts';
import type { View } from './deep-link.ts';
import { describeRefusedStyle, loadMapStyle, type Settings } from './map-style.ts';
import { createMapView, type MapView, type MapViewEvents } from './map-view.ts';

export { loadDataBox };

/** The names of files that the build has made; they are beside the script. */
declare const workerFile: string;
declare const baseMapFile: string;

interface StartMapOptions {
  readonly container: HTMLElement;
  /** The URL of the service, with a slash at its end. */
  readonly service: URL;
  /** What is shown first: a view, or a box as a whole. */
  readonly start: View | Box;
  readonly baseMap: BaseMap;
  readonly settings: Settings;
}

interface StartMapEvents extends Omit<MapViewEvents, 'onStyleRefused'> {
  /** The style of the owner cannot be used. */
  onStyleProblem(message: string): void;
}

/**
 * Draws the map, with the style of the owner if that can be loaded.
 *
 * @throws {Error} (as a rejection) when the browser has no WebGL 2.
 */
export async function startMap(
  { settings, baseMap, ...options }: StartMapOptions,
  { onStyleProblem, ...events }: StartMapEvents,
): Promise<MapView> {
  const loadOwnStyle = async (): Promise<StyleSpecification | undefined> => {
    try {
      return await loadMapStyle(settings);
    } catch (error) {
      onStyleProblem((error as Error).message);
      return undefined;
    }
  };
  // Such as those of the attribution. People stay at what they edit.
  options.container.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest('a');
    if (link) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' });
  });
  const ownStyle = await loadOwnStyle();
  const decoded = decodeBaseMap(baseMap);
  // Browsers cache the worker with its policy, so it has another URL if the style may load from any host.
  const worker = new URL(`${workerFile}${ownStyle ? '?style' : ''}`, import.meta.url);
  return createMapView(
    { ...options, worker, ownStyle, baseStyle: (theme) => baseStyle(decoded, theme) },
    { ...events, onStyleRefused: (message) => onStyleProblem(describeRefusedStyle(message)) },
  );
}

/**
 * Loads the data of the base map, and the cities that a search finds.
 *
 * @throws {TypeError} (as a rejection) when it cannot be loaded.
 */
export async function loadBaseMap(): Promise<BaseMap> {
  const response = await fetch(new URL(baseMapFile, import.meta.url));
  return (await response.json()) as BaseMap;
}
