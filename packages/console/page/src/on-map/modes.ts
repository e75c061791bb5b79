import type { Map as MapLibre } from 'maplibre-gl';
import type { Coordinates } from '../api.ts';
import { makeButton, makeElement } from '../make-element.ts';

/** What a click on the map means until that is done or cancelled. */
export interface Mode {
  /** The line on the map that says what to do. */
  readonly line: string;
  /** What is beside the line, in front of the button "Cancel". */
  readonly buttons?: readonly HTMLButtonElement[];
  onPlace(place: Coordinates): void;
  /** Escape, "Cancel", or another mode, after this one has ended. */
  onCancel(): void;
}

/** Makes the mode of a map: at most one, with a line on the map. Without one, a click selects. */
export function createModes(map: MapLibre) {
  const text = makeElement('span', { role: 'status' });
  const buttons = makeElement('span', { className: 'mode-buttons' });
  // It stays in the document, so that screen readers read what it says.
  const line = makeElement('div', { className: 'mode' }, text, buttons);
  const container = map.getContainer();
  container.append(line);
  let current: Mode | undefined;

  function show(mode: Mode | undefined) {
    current = mode;
    text.textContent = mode?.line ?? '';
    const cancelButton = makeButton('Cancel', cancel, 'small-button');
    buttons.replaceChildren(...(mode ? [...(mode.buttons ?? []), cancelButton] : []));
    container.classList.toggle('has-mode', mode !== undefined);
    map.doubleClickZoom[mode ? 'disable' : 'enable']();
  }

  function cancel() {
    const cancelled = current;
    show(undefined);
    cancelled?.onCancel();
  }

  addEventListener('keydown', (event) => {
    const isElsewhere = (event.target as Element).closest?.('input, textarea, select, dialog[open]');
    if (event.key === 'Escape' && current && !event.defaultPrevented && !isElsewhere) cancel();
  });

  return {
    get current() {
      return current;
    },
    /** Begins a mode, and cancels the one before it. */
    start(mode: Mode) {
      cancel();
      show(mode);
    },
    end: () => show(undefined),
    cancel,
  };
}
