import type { FeatureCollection } from 'geojson';
import {
  AttributionControl,
  type ErrorEvent,
  type GeoJSONSource,
  LngLat,
  type MapGeoJSONFeature,
  Map as MapLibre,
  type MapMouseEvent,
  NavigationControl,
  type PointLike,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import type { Box, Coordinates } from './api.ts';
import { type BaseMap, type City, decodeBaseMap } from './base-map/base-map.ts';
import { baseStyle } from './base-map/base-style.ts';
import { keepGraticule } from './base-map/graticule.ts';
import { followTheme } from './base-map/theme.ts';
import { loadDataBox } from './data-box.ts';
import type { View } from './deep-link.ts';
import { createMoveHandle, type MoveHandleEvents } from './editing/move-handle.ts';
import { makeElement } from './make-element.ts';
import { loadMapStyle, type Settings } from './map-style.ts';
import { fitControl, groundNote } from './on-map/controls.ts';
import { onContext } from './on-map/long-press.ts';
import { createModes } from './on-map/modes.ts';
import { createHoverLabel, createPlaceMenu, type MenuItem } from './on-map/popups.ts';
import { cellLayer, recordLayer, recordSource, selectedSource, withRecords } from './record-layers.ts';
import { createRecordTiles } from './record-tiles.ts';
import { counted, nameOf } from './shown-text.ts';
import { builtInZoom, edgesOf, ownStyleZoom, viewBox, wholeWorld } from './view-box.ts';

/** The names of files that the build has made; they are beside the script. */
declare const workerFile: string;
declare const baseMapFile: string;

interface MapViewEvents {
  /** The cities of the base map are known, the largest first. */
  onCities(cities: readonly City[]): void;
  /** The view has come to rest. */
  onMove(): void;
  /** A click on a single record. */
  onRecord(id: string): void;
  /** A click on a circle that stands for the single record in a box. */
  onSingle(box: Box): void;
  onNothing(): void;
  /** What the menu of a place has: of a click with the second button, or of a long press. */
  menuAt(place: Coordinates): readonly MenuItem[];
  /** The pointer is at a place, or has left the map. */
  onPointer(place: Coordinates | undefined): void;
  /** Tiles cannot be loaded (a message), or can again (`undefined`). */
  onProblem(message: string | undefined): void;
  onStyleProblem(message: string): void;
}

interface MapOptions {
  readonly container: HTMLElement;
  /** The URL of the service, with a slash at its end. */
  readonly service: URL;
  /** What is shown first; without it, that is where records are. */
  readonly firstView: () => View | undefined;
  readonly settings: Settings;
}

/** The map: the base map, and the tiles of records on top. */
export type MapView = ReturnType<typeof createMapView>;

/**
 * Loads what the map is made of, and draws it.
 *
 * @throws {TypeError} (as a rejection) when it cannot be loaded.
 * @throws {Error} (as a rejection) when the browser has no WebGL 2.
 */
export async function startMap(options: MapOptions, events: MapViewEvents): Promise<MapView> {
  const { service, settings } = options;
  const [baseMap, dataBox, ownStyle] = await Promise.all([
    fetch(new URL(baseMapFile, import.meta.url)).then((response) => response.json() as Promise<BaseMap>),
    loadDataBox(service),
    loadMapStyle(settings).catch((error: Error) => {
      events.onStyleProblem(error.message);
      return undefined;
    }),
  ]);
  events.onCities(baseMap.cities);
  return createMapView(options, events, baseMap, dataBox, ownStyle);
}

/** Circles whose middles are this many pixels apart are on top of each other. */
const overlap = 4;

/** What would take more milliseconds to fly to is jumped to. */
const longestFlight = 2000;

function createMapView(
  { container, service, firstView }: MapOptions,
  events: MapViewEvents,
  baseMap: BaseMap,
  dataBox: Box | undefined,
  loadedStyle: StyleSpecification | undefined,
) {
  const start = firstView() ?? dataBox ?? wholeWorld;
  let ownStyle = loadedStyle;
  const detailZoom = () => (ownStyle ? ownStyleZoom : builtInZoom);
  const currentTheme = followTheme(() => map.setStyle(currentStyle()));
  let selected: FeatureCollection = { type: 'FeatureCollection', features: [] };
  const sources = decodeBaseMap(baseMap);
  // Not with `new URL`, which would encode the braces.
  const tiles = `${service.href}-/tiles/{z}/{x}/{y}.mvt`;
  const currentStyle = () => {
    const theme = currentTheme();
    return withRecords(ownStyle ?? baseStyle(sources, theme), { tiles, selected, theme });
  };

  // Such as links of the attribution. People stay at what they edit.
  container.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest('a');
    if (link) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' });
  });
  // Browsers cache the worker with its policy, so it has another URL if the style may load from any host.
  setWorkerUrl(new URL(`${workerFile}${ownStyle ? '?style' : ''}`, import.meta.url).href);
  const map = new MapLibre({
    container,
    style: currentStyle(),
    ...('zoom' in start
      ? { center: [start.longitude, start.latitude], zoom: start.zoom }
      : { bounds: boundsOf(start), fitBoundsOptions: fitOptions() }),
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
  map.addControl(fitControl(fitToData), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.addControl(
    groundNote(builtInZoom, () => ownStyle === undefined),
    'bottom-left',
  );
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');

  if (ownStyle) {
    const refuse = ({ error }: ErrorEvent) => {
      ownStyle = undefined;
      map.setStyle(currentStyle(), { diff: false });
      events.onStyleProblem(
        `The map style cannot be used: ${error.message}. The built-in map is shown instead.`,
      );
    };
    map.once('error', refuse).once('style.load', () => map.off('error', refuse));
  }
  // A record may be selected before the style is loaded.
  const showSelected = () => void map.getSource<GeoJSONSource>(selectedSource)?.setData(selected);
  map.on('style.load', showSelected);
  keepGraticule(map);
  markFirstTiles(map);
  map.on('moveend', () => events.onMove());
  map.on('mousemove', ({ lngLat }) => events.onPointer(toPlace(lngLat.wrap())));
  map.on('mouseout', () => events.onPointer(undefined));
  map.on('click', (event) => {
    // Controls on the map handle their own clicks.
    if (event.originalEvent.target !== map.getCanvas()) return;
    if (modes.current) modes.current.onPlace(toPlace(event.lngLat.wrap()));
    else hit(event);
  });
  map.on('mousemove', ({ point, lngLat }) => {
    const [feature] = map.queryRenderedFeatures(point, { layers: hitLayers() });
    map.getCanvas().style.cursor = feature ? 'pointer' : '';
    if (feature && !modes.current) hoverLabel.show(labelOf(feature), placeOf(feature, lngLat));
    else hoverLabel.hide();
  });
  onContext(map, ({ lngLat }) => {
    const items = modes.current ? [] : events.menuAt(toPlace(lngLat.wrap()));
    if (items.length > 0) openMenu(lngLat, 'At this place', items);
  });
  const modes = createModes(map);
  const openMenu = createPlaceMenu(map);
  const hoverLabel = createHoverLabel(map);
  const recordTiles = createRecordTiles(map, events.onProblem);

  /** The layers exist once the style is loaded. */
  const hitLayers = () => [recordLayer, cellLayer].filter((layer) => map.getLayer(layer));

  function hit({ point, lngLat }: MapMouseEvent) {
    // A finger does not hit a circle of 4 pixels.
    const around: [PointLike, PointLike] = [
      [point.x - 6, point.y - 6],
      [point.x + 6, point.y + 6],
    ];
    const features = map.queryRenderedFeatures(around, { layers: hitLayers() });
    const [feature] = features;
    if (!feature) return events.onNothing();
    if (feature.layer.id === recordLayer) return chooseOf(stackAt(features, lngLat), lngLat);
    const place = placeOf(feature, lngLat);
    if (feature.properties.count === 1) events.onSingle(pixelAround(place.wrap()));
    else map.easeTo({ center: place, zoom: Math.min(map.getZoom() + 2, 18) });
  }

  /** The records of the features that cover the one nearest to a click: this first, and each once. */
  function stackAt(features: readonly MapGeoJSONFeature[], lngLat: LngLat): readonly MapGeoJSONFeature[] {
    const pixelOf = (feature: MapGeoJSONFeature) => map.project(placeOf(feature, lngLat));
    const click = map.project(lngLat);
    const records = features.filter(({ layer }) => layer.id === recordLayer);
    // Two tiles may have the same record.
    const unique = [...new Map(records.map((record) => [record.properties.id, record])).values()];
    const sorted = unique.toSorted((one, other) => pixelOf(one).dist(click) - pixelOf(other).dist(click));
    return sorted.filter(
      (record) => pixelOf(record).dist(pixelOf(sorted[0] as MapGeoJSONFeature)) <= overlap,
    );
  }

  function chooseOf(records: readonly MapGeoJSONFeature[], lngLat: LngLat) {
    const [first] = records;
    const items = records.map((record) => ({
      label: makeElement('bdi', {}, labelOf(record)),
      onChoose: () => events.onRecord(record.properties.id),
    }));
    if (items.length === 1) items[0]?.onChoose();
    else if (first) openMenu(placeOf(first, lngLat), `${items.length} records at this place`, items);
  }

  function pixelAround(place: LngLat): Box {
    const { x, y } = map.project(place);
    const [topLeft, bottomRight] = [map.unproject([x - 1, y - 1]), map.unproject([x + 1, y + 1])];
    return { west: topLeft.lng, south: bottomRight.lat, east: bottomRight.lng, north: topLeft.lat };
  }

  async function fitToData() {
    const box = await loadDataBox(service);
    if (box) map.fitBounds(boundsOf(box), fitOptions());
  }

  function fitOptions() {
    return { padding: 48, maxZoom: detailZoom(), maxDuration: longestFlight };
  }

  return {
    /** Puts a handle upon it, which moves a record. */
    makeHandle: (handleEvents: MoveHandleEvents) => createMoveHandle(map, handleEvents),
    modes,
    /** The closest zoom at which the ground still has detail: where the map goes to show a record. */
    get detailZoom() {
      return detailZoom();
    },
    view(): View {
      const { lat, lng } = map.getCenter();
      return { zoom: map.getZoom(), latitude: lat, longitude: lng };
    },
    /** What is in view, for `/-/records`; `undefined` is the whole world. */
    box: () => viewBox(edgesOf(map)),
    moveTo({ zoom, latitude, longitude }: View) {
      map.flyTo({ center: [longitude, latitude], zoom, maxDuration: longestFlight });
    },
    /** Moves to a place at once if it is out of view, such as after a form has shrunk the map on a phone. */
    reveal({ latitude, longitude }: Coordinates) {
      if (map.isMoving()) return;
      map.resize();
      const turns = Math.round((map.getCenter().lng - longitude) / 360);
      const place: [number, number] = [longitude + 360 * turns, latitude];
      if (!map.getBounds().contains(place)) map.jumpTo({ center: place });
    },
    /** Puts the ring at a place, or takes it away. */
    select(place: Coordinates | undefined) {
      const geometry = place && { type: 'Point' as const, coordinates: [place.longitude, place.latitude] };
      selected = {
        type: 'FeatureCollection',
        features: geometry ? [{ type: 'Feature', properties: {}, geometry }] : [],
      };
      showSelected();
    },
    /** Takes the size of its element at once. MapLibre would hear of it a moment later. */
    resize: () => void map.resize(),
    /** Whether a tile in view is missing because it failed. */
    get hasFailedTiles() {
      return recordTiles.hasFailed;
    },
    /** Asks for the tiles in view again. An unchanged tile costs a 304, and is not drawn again. */
    refresh: recordTiles.refresh,
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

/** Where a feature is on the map, in the turn around the world that the pointer is in. */
function placeOf({ geometry }: MapGeoJSONFeature, { lng: near }: LngLat): LngLat {
  const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
  return new LngLat(longitude + 360 * Math.round((near - longitude) / 360), latitude);
}

/** What a record is called, or how many a circle stands for. */
function labelOf({ layer, properties }: MapGeoJSONFeature): string {
  const { id, description, count } = properties;
  return layer.id === recordLayer ? nameOf({ id, description }, 80) : counted(count, 'record');
}

function boundsOf({ west, south, east, north }: Box): [number, number, number, number] {
  return [west, south, east, north];
}

function toPlace({ lat, lng }: { readonly lat: number; readonly lng: number }): Coordinates {
  return { latitude: lat, longitude: lng };
}
