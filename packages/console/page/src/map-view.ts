import type { FeatureCollection } from 'geojson';
import {
  AttributionControl,
  type ErrorEvent,
  type GeoJSONSource,
  Map as MapLibre,
  type MapMouseEvent,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Box, Coordinates } from './api.ts';
import { keepGraticule } from './base-map/graticule.ts';
import { dark, light, type Theme } from './base-map/theme.ts';
import type { View } from './deep-link.ts';
import { createMoveHandle, type MoveHandle, type MoveHandleEvents } from './editing/move-handle.ts';
import { createTileRefresh } from './failed-tiles.ts';
import { cellLayer, recordLayer, recordSource, selectedSource, withRecords } from './record-layers.ts';
import { viewBox } from './view-box.ts';

/** What the map tells of. */
export interface MapViewEvents {
  /** The view has come to rest. */
  onMove(): void;
  /** A click on a single record. */
  onRecord(id: string): void;
  /** A click on nothing. */
  onPlace(place: Coordinates): void;
  /** The pointer is at a place, or has left the map. */
  onPointer(place: Coordinates | undefined): void;
  /** Tiles cannot be loaded (a message), or can again (`undefined`). */
  onProblem(message: string | undefined): void;
  /** MapLibre refuses the owner's style, and the base map replaces it. */
  onStyleRefused(message: string): void;
}

/** Where the map is drawn, and with what. */
interface MapViewOptions {
  readonly container: HTMLElement;
  /** The URL of the service, with a slash at its end. */
  readonly service: URL;
  readonly worker: URL;
  readonly view: View;
  /** Makes the style of the base map. */
  readonly baseStyle: (theme: Theme) => StyleSpecification;
  /** The style that the owner has put in its place. */
  readonly ownStyle: StyleSpecification | undefined;
}

/** The map: the base map, and the tiles of records on top. */
export interface MapView {
  /** Puts a handle upon it, which moves a record. */
  makeHandle(events: MoveHandleEvents): MoveHandle;
  view(): View;
  /** What is in view, for `/-/records`; `undefined` is the whole world. */
  box(): Box | undefined;
  /** Moves to a view: it flies, unless people prefer reduced motion. */
  moveTo(view: View): void;
  /**
   * Moves to a place at once if it is out of view, such as after a form has shrunk the map on a phone.
   */
  reveal(place: Coordinates): void;
  /** Puts the ring at a place, or takes it away. */
  select(place: Coordinates | undefined): void;
  /** Takes the size of its element at once. MapLibre would hear of it a moment later. */
  resize(): void;
  /** Asks for the tiles in view again. An unchanged tile costs a 304, and is not drawn again. */
  refresh(): void;
}

/** What would take more milliseconds to fly to is jumped to. */
const longestFlight = 2000;

/** Draws the map. */
export function createMapView(options: MapViewOptions, events: MapViewEvents): MapView {
  const { container, service, worker, view, baseStyle } = options;
  let { ownStyle } = options;
  const darkScheme = matchMedia('(prefers-color-scheme: dark)');
  let selected: FeatureCollection = { type: 'FeatureCollection', features: [] };
  // Not with `new URL`, which would encode the braces.
  const tiles = `${service.href}-/tiles/{z}/{x}/{y}.mvt`;
  const currentStyle = () => {
    const theme = darkScheme.matches ? dark : light;
    return withRecords(ownStyle ?? baseStyle(theme), { tiles, selected, theme });
  };

  setWorkerUrl(worker.href);
  const map = new MapLibre({
    container,
    style: currentStyle(),
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    maxZoom: 22,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');

  if (ownStyle) {
    const refuse = ({ error }: ErrorEvent) => {
      ownStyle = undefined;
      map.setStyle(currentStyle(), { diff: false });
      events.onStyleRefused(error.message);
    };
    map.once('error', refuse).once('style.load', () => map.off('error', refuse));
  }
  keepGraticule(map);
  markFirstTiles(map);
  darkScheme.addEventListener('change', () => map.setStyle(currentStyle()));
  map.on('moveend', () => events.onMove());
  map.on('mousemove', ({ lngLat }) => events.onPointer(toPlace(lngLat.wrap())));
  map.on('mouseout', () => events.onPointer(undefined));
  map.on('click', (event) => {
    // Controls on the map handle their own clicks.
    if (event.originalEvent.target === map.getCanvas()) hit(event);
  });
  map.on('mousemove', ({ point }) => {
    const isOver = map.queryRenderedFeatures(point, { layers: hitLayers() }).length > 0;
    map.getCanvas().style.cursor = isOver ? 'pointer' : '';
  });
  const refresh = createTileRefresh(map, events.onProblem);

  /** The layers exist once the style is loaded. */
  const hitLayers = () => [recordLayer, cellLayer].filter((layer) => map.getLayer(layer));

  function hit({ point, lngLat }: MapMouseEvent) {
    const [feature] = map.queryRenderedFeatures(around(point), { layers: hitLayers() });
    const id: unknown = feature?.properties.id;
    if (!feature) events.onPlace(toPlace(lngLat.wrap()));
    else if (feature.layer.id === recordLayer && typeof id === 'string') events.onRecord(id);
    else map.easeTo({ center: lngLat, zoom: Math.min(map.getZoom() + 2, 18) });
  }

  return {
    makeHandle: (handleEvents) => createMoveHandle(map, handleEvents),
    view() {
      const { lat, lng } = map.getCenter();
      return { zoom: map.getZoom(), latitude: lat, longitude: lng };
    },
    box() {
      const bounds = map.getBounds();
      return viewBox({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      });
    },
    moveTo({ zoom, latitude, longitude }) {
      map.flyTo({ center: [longitude, latitude], zoom, maxDuration: longestFlight });
    },
    reveal({ latitude, longitude }) {
      if (map.isMoving()) return;
      map.resize();
      const turns = Math.round((map.getCenter().lng - longitude) / 360);
      const place: [number, number] = [longitude + 360 * turns, latitude];
      if (!map.getBounds().contains(place)) map.jumpTo({ center: place });
    },
    select(place) {
      const geometry = place && { type: 'Point' as const, coordinates: [place.longitude, place.latitude] };
      selected = {
        type: 'FeatureCollection',
        features: geometry ? [{ type: 'Feature', properties: {}, geometry }] : [],
      };
      map.getSource<GeoJSONSource>(selectedSource)?.setData(selected);
    },
    resize: () => void map.resize(),
    refresh,
  };
}

/** For measurements, and for tests that must not look earlier. */
function markFirstTiles(map: MapLibre) {
  const mark = () => {
    if (!map.getSource(recordSource) || !map.isSourceLoaded(recordSource)) return;
    map.off('render', mark);
    performance.mark('map-drawn');
  };
  map.on('render', mark);
}

/** A finger does not hit a circle of 4 pixels. */
function around({ x, y }: MapMouseEvent['point']): [[number, number], [number, number]] {
  return [
    [x - 6, y - 6],
    [x + 6, y + 6],
  ];
}

function toPlace({ lat, lng }: { readonly lat: number; readonly lng: number }): Coordinates {
  return { latitude: lat, longitude: lng };
}
