import { type LngLatLike, type Map as MapLibre, Popup } from 'maplibre-gl';
import { makeElement } from '../make-element.ts';
import { showText } from '../shown-text.ts';

/** The label beside what the pointer is at. */
export interface HoverLabel {
  /** Shows a text at a place. A finger has no label. */
  show(text: string, place: LngLatLike): void;
  hide(): void;
}

/** Makes the label of a map. */
export function createHoverLabel(map: MapLibre): HoverLabel {
  const content = makeElement('span');
  const popup = new Popup({
    className: 'hover-label',
    closeButton: false,
    closeOnMove: true,
    focusAfterOpen: false,
    offset: 10,
  }).setDOMContent(content);
  const canHover = matchMedia('(hover: hover)');
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') popup.remove();
  });
  map.on('mouseout', () => popup.remove());

  return {
    show(text, place) {
      if (!canHover.matches) return;
      showText(content, text, 80);
      popup.setLngLat(place);
      if (!popup.isOpen()) popup.addTo(map);
    },
    hide: () => void popup.remove(),
  };
}
