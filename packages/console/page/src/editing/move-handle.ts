import { type Map as MapLibre, Marker } from 'maplibre-gl';
import type { Coordinates } from '../api.ts';
import { makeElement } from '../make-element.ts';
import { movedPlace, shownPlace } from './moved-place.ts';

export interface MoveHandleEvents {
  /** Arrow keys have moved it; the place is not kept yet. */
  onStep(place: Coordinates): void;
  /** It was dropped at a place, or Enter confirmed the place. */
  onDrop(place: Coordinates): void;
  /** Escape has put it back. */
  onCancel(): void;
  /** A click, or Enter while it has not been moved. */
  onOpen(): void;
}

/** The handle that moves a record by mouse, touch and arrow keys. */
export interface MoveHandle {
  /** Whether it is being moved. */
  readonly isMoving: boolean;
  /** Puts it at a place, which cancels a move; `undefined` removes it from the map. */
  show(place: Coordinates | undefined, label?: string): void;
  /** Gives it the focus, and moves the map to it if it is out of view. */
  focus(): void;
}

/** How far an arrow key moves it, in pixels: to the right and down. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Puts a handle upon a map. */
export function createMoveHandle(map: MapLibre, events: MoveHandleEvents): MoveHandle {
  const element = makeElement('button', { type: 'button', className: 'handle' });
  const marker = new Marker({ element, draggable: true });
  /** The coordinates of the record, with every digit. */
  let from: Coordinates | undefined;
  let moved: Coordinates | undefined;
  let isDragging = false;
  let isOnMap = false;

  function put(place: Coordinates) {
    const { latitude, longitude } = shownPlace(place);
    marker.setLngLat([longitude, latitude]);
    return marker;
  }

  function step(right: number, down: number) {
    const start = moved ?? from;
    if (!start) return;
    const shown = shownPlace(start);
    const point = map.project([shown.longitude, shown.latitude]);
    const { lng, lat } = map.unproject([point.x + right, point.y + down]);
    const to = { latitude: down ? lat : shown.latitude, longitude: right ? lng : shown.longitude };
    moved = movedPlace(start, to, map.getZoom());
    put(moved);
    keepInView();
    events.onStep(moved);
  }

  /** Where it was dragged to. A handle stands at whole pixels, so less than one is not a move. */
  function draggedFrom({ latitude, longitude }: Coordinates): Coordinates {
    const place = marker.getLngLat();
    const [start, end] = [map.project([longitude, latitude]), map.project(place)];
    return {
      latitude: Math.abs(end.y - start.y) < 1 ? latitude : place.lat,
      longitude: Math.abs(end.x - start.x) < 1 ? longitude : place.lng,
    };
  }

  function keepInView() {
    if (!map.getBounds().contains(marker.getLngLat())) map.panTo(marker.getLngLat());
  }

  function cancel() {
    moved = undefined;
    if (from) put(from);
    events.onCancel();
  }

  function keep(place: Coordinates) {
    moved = undefined;
    events.onDrop(place);
  }

  marker.on('dragstart', () => {
    isDragging = true;
  });
  marker.on('dragend', () => {
    isDragging = false;
    if (from) keep(movedPlace(from, draggedFrom(shownPlace(from)), map.getZoom()));
  });
  element.addEventListener('click', () => events.onOpen());
  element.addEventListener('keydown', (event) => {
    const [right, down] = steps[event.key] ?? [];
    const factor = event.shiftKey ? 10 : 1;
    if (right !== undefined && down !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
      step(right * factor, down * factor);
    } else if (moved && event.key === 'Enter') keep(moved);
    else if (moved && event.key === 'Escape') cancel();
    else return;
    // MapLibre moves the map by the same keys.
    event.stopPropagation();
    event.preventDefault();
  });

  return {
    get isMoving() {
      return isDragging || moved !== undefined;
    },
    show(place, label = '') {
      from = place;
      moved = undefined;
      element.setAttribute('aria-label', label);
      if (place) put(place);
      // Adding an element to the map again would take its focus.
      if (place && !isOnMap) marker.addTo(map);
      if (!place) marker.remove();
      isOnMap = place !== undefined;
    },
    focus() {
      if (!from) return;
      keepInView();
      element.focus();
    },
  };
}
