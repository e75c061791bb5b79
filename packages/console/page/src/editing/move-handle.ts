import { type Map as MapLibre, Marker } from 'maplibre-gl';
import type { Coordinates } from '../api.ts';
import { makeElement } from '../make-element.ts';
import { movedPlace, shownPlace } from './moved-place.ts';

export interface MoveHandleEvents {
  /** It was dragged, or arrow keys have moved it. */
  onMove(place: Coordinates): void;
  onEnter(): void;
}

export type MoveHandle = ReturnType<typeof createMoveHandle>;

/** How far an arrow key moves it, in pixels: to the right and down. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Makes the handle that moves a record by mouse, touch and arrow keys. */
export function createMoveHandle(map: MapLibre, events: MoveHandleEvents) {
  const element = makeElement('button', { type: 'button', className: 'handle' });
  const marker = new Marker({ element, draggable: true });
  /** The coordinates of the record, with every digit; `undefined` while it is not on the map. */
  let place: Coordinates | undefined;

  function step(start: Coordinates, right: number, down: number) {
    const shown = shownPlace(start);
    const point = map.project([shown.longitude, shown.latitude]);
    const { lng, lat } = map.unproject([point.x + right, point.y + down]);
    const to = { latitude: down ? lat : shown.latitude, longitude: right ? lng : shown.longitude };
    events.onMove(movedPlace(start, to, map.getZoom()));
    keepInView();
  }

  /** Where it was dragged to. A handle stands at whole pixels, so less than one is not a move. */
  function draggedFrom({ latitude, longitude }: Coordinates): Coordinates {
    const dropped = marker.getLngLat();
    const [start, end] = [map.project([longitude, latitude]), map.project(dropped)];
    return {
      latitude: Math.abs(end.y - start.y) < 1 ? latitude : dropped.lat,
      longitude: Math.abs(end.x - start.x) < 1 ? longitude : dropped.lng,
    };
  }

  function keepInView() {
    if (!map.getBounds().contains(marker.getLngLat())) map.panTo(marker.getLngLat());
  }

  marker.on('dragend', () => {
    if (place) events.onMove(movedPlace(place, draggedFrom(shownPlace(place)), map.getZoom()));
  });
  // Enter is a click, too, but without a pointer.
  element.addEventListener('click', ({ detail }) => {
    if (detail === 0) events.onEnter();
  });
  element.addEventListener('keydown', (event) => {
    const direction = steps[event.key];
    if (!place || !direction || event.ctrlKey || event.altKey || event.metaKey) return;
    const [right, down] = direction;
    const factor = event.shiftKey ? 10 : 1;
    step(place, right * factor, down * factor);
    // MapLibre moves the map by the same keys.
    event.stopPropagation();
    event.preventDefault();
  });

  return {
    get isShown() {
      return place !== undefined;
    },
    /** Puts it at a place; `undefined` removes it from the map. */
    show(to: Coordinates | undefined, label?: string) {
      const isOnMap = place !== undefined;
      place = to;
      if (label !== undefined) element.ariaLabel = label;
      if (!to) return void marker.remove();
      const { latitude, longitude } = shownPlace(to);
      marker.setLngLat([longitude, latitude]);
      // Adding an element to the map again would take its focus.
      if (!isOnMap) marker.addTo(map);
    },
    /** Gives it the focus, and moves the map to it if it is out of view. */
    focus() {
      keepInView();
      element.focus({ preventScroll: true });
    },
  };
}
