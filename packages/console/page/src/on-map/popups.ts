import { type LngLatLike, type Map as MapLibre, Popup } from 'maplibre-gl';
import { makeElement } from '../make-element.ts';
import { showText } from '../shown-text.ts';

/** Makes the label beside what the pointer is at. A finger has no label. */
export function createHoverLabel(map: MapLibre) {
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
    show(text: string, place: LngLatLike) {
      if (!canHover.matches) return;
      showText(content, text, 80);
      popup.setLngLat(place);
      if (!popup.isOpen()) popup.addTo(map);
    },
    hide: () => void popup.remove(),
  };
}

export interface MenuItem {
  readonly label: Node | string;
  onChoose(): void;
}

/**
 * Returns a function that opens a menu at a place of a map in place of the last one. The Tab key and the
 * arrow keys reach all items, and Escape closes the menu.
 */
export function createPlaceMenu(map: MapLibre) {
  let popup: Popup | undefined;
  return (place: LngLatLike, name: string, items: readonly MenuItem[]) => {
    popup?.remove();
    popup = new Popup({ closeButton: false, closeOnMove: true, className: 'place-menu' });
    const buttons = items.map(({ label, onChoose }) => {
      const button = makeElement('button', { type: 'button' }, label);
      button.addEventListener('click', () => {
        popup?.remove();
        onChoose();
      });
      return button;
    });
    const list = makeElement('ul', { ariaLabel: name }, ...buttons.map((one) => makeElement('li', {}, one)));
    list.addEventListener('keydown', (event) => {
      const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const next = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
      if (next !== undefined) buttons[(next + buttons.length) % buttons.length]?.focus();
      else if (event.key === 'Escape') {
        popup?.remove();
        map.getCanvas().focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    // MapLibre gives the focus to the first button.
    popup.setLngLat(place).setDOMContent(list).addTo(map);
  };
}
