import { type LngLatLike, type Map as MapLibre, Popup } from 'maplibre-gl';
import { makeElement } from '../make-element.ts';

/** A line of a menu. */
export interface MenuItem {
  readonly label: Node | string;
  onChoose(): void;
}

/** Opens a menu at a place of the map in place of the last one. */
export type OpenMenu = (place: LngLatLike, name: string, items: readonly MenuItem[]) => void;

/** Makes menus on a map. The Tab key and the arrow keys reach all items, and Escape closes the menu. */
export function createPlaceMenu(map: MapLibre): OpenMenu {
  let last: Popup | undefined;

  return (place, name, items) => {
    last?.remove();
    const popup = new Popup({ closeButton: false, closeOnMove: true, className: 'place-menu' });
    last = popup;
    const buttons = items.map(({ label, onChoose }) => {
      const button = makeElement('button', { type: 'button' }, label);
      button.addEventListener('click', () => {
        popup.remove();
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
        popup.remove();
        map.getCanvas().focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    // MapLibre gives the focus to the first button.
    popup.setLngLat(place).setDOMContent(list).addTo(map);
  };
}
