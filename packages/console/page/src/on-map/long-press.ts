import type { Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';

/** After how many milliseconds a finger that rests is a long press. */
const pressTime = 500;

/** How far a finger that rests moves, in pixels. */
const maxMove = 10;

/** Calls a function for a click with the second button, and for a finger that rests on the map. */
export function onContext(
  map: MapLibre,
  open: (event: Pick<MapMouseEvent, 'point' | 'lngLat'>) => void,
): void {
  let timer = 0;
  let start: MapTouchEvent | undefined;
  let isPressed = false;

  const stop = () => clearTimeout(timer);
  map.on('contextmenu', (event) => {
    stop();
    open(event);
  });
  // Safari on iOS has no `contextmenu` for a long press.
  map.on('touchstart', (event) => {
    stop();
    isPressed = false;
    start = event;
    if (event.points.length > 1 || event.originalEvent.target !== map.getCanvas()) return;
    timer = window.setTimeout(() => {
      isPressed = true;
      open(event);
    }, pressTime);
  });
  map.on('touchmove', ({ point }) => {
    if (start && point.dist(start.point) > maxMove) stop();
  });
  map.on('touchcancel', stop);
  map.on('touchend', ({ originalEvent }) => {
    stop();
    // Or it would become a click, which closes what has been opened.
    if (isPressed) originalEvent.preventDefault();
  });
}
