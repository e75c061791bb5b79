import type { Coordinates } from './api.ts';
import { makeButton, makeElement } from './make-element.ts';
import type { Selection } from './selection.ts';
import type { Status } from './status.ts';

interface CopiesOptions {
  readonly container: HTMLElement;
  readonly selection: Selection;
  readonly status: Status;
}

/** Writes a number with every digit, and a small one without an exponent, which few maps read. */
function plainNumber(number: number): string {
  const text = String(number);
  const [, sign, first, digits = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return exponent === undefined ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${digits}`;
}

/** Coordinates as people and most maps have them. */
export function latitudeFirst({ latitude, longitude }: Coordinates): string {
  return `${plainNumber(latitude)}, ${plainNumber(longitude)}`;
}

/** Coordinates as GeoJSON has them. */
export function longitudeFirst({ latitude, longitude }: Coordinates): string {
  return `${plainNumber(longitude)}, ${plainNumber(latitude)}`;
}

/**
 * Makes the buttons that copy the link to what is seen, and the coordinates of the selected record in either
 * order.
 */
export function createCopies({ container, selection, status }: CopiesOptions): void {
  const coordinates = (label: string, format: (place: Coordinates) => string) =>
    makeCopyButton(label, () => selection.record && format(selection.record.coordinates));
  const ofRecord = [
    coordinates('Latitude, longitude', latitudeFirst),
    coordinates('Longitude, latitude', longitudeFirst),
  ];

  function makeCopyButton(label: string, text: () => string | undefined): HTMLButtonElement {
    const copy = async () => {
      const copied = text();
      if (copied === undefined) return;
      const isCopied = await copyText(copied);
      status.say(isCopied ? `Copied: ${copied}` : `The browser did not allow copying: ${copied}`);
    };
    return makeButton(label, () => void copy(), 'small-button');
  }

  function showButtons() {
    for (const button of ofRecord) button.hidden = !selection.record;
  }

  // A screen reader says what the buttons are for, too.
  container.setAttribute('role', 'group');
  container.setAttribute('aria-label', 'Copy');
  container.append(
    makeElement('span', {}, 'Copy'),
    makeCopyButton('Link', () => location.href),
    ...ofRecord,
  );
  selection.listen(showButtons);
  showButtons();
}

/** Copies a text. Browsers have `navigator.clipboard` only on `https:` and on this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = makeElement('textarea', { value: text, className: 'visually-hidden' });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
