import type { IControl, Map as MapLibre } from 'maplibre-gl';
import { makeElement } from '../make-element.ts';

/** A button below those of the zoom. */
export function fitControl(onFit: () => void): IControl {
  const icon = makeElement('span', { className: 'maplibregl-ctrl-icon fit-icon', ariaHidden: 'true' });
  const button = makeElement(
    'button',
    { type: 'button', title: 'Fit to data', ariaLabel: 'Fit to data' },
    icon,
  );
  button.addEventListener('click', onFit);
  return controlOf(makeElement('div', { className: 'maplibregl-ctrl maplibregl-ctrl-group' }, button));
}

/** The line that says that the built-in map ends, from a zoom on and while `isBuiltIn` says so. */
export function groundNote(fromZoom: number, isBuiltIn: () => boolean): IControl {
  const note = makeElement(
    'p',
    { className: 'maplibregl-ctrl ground-note' },
    'The built-in map has no detail here; --map-style adds streets.',
  );
  return controlOf(note, (map) => {
    const show = () => {
      note.hidden = map.getZoom() <= fromZoom || !isBuiltIn();
    };
    map.on('zoom', show);
    map.on('style.load', show);
    show();
  });
}

function controlOf(element: HTMLElement, onAdd?: (map: MapLibre) => void): IControl {
  return {
    onAdd(map) {
      onAdd?.(map);
      return element;
    },
    onRemove: () => element.remove(),
  };
}
