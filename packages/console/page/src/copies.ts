import type { Coordinates } from './api.ts';
import { makeElement } from './make-element.ts';

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

/** Saves a file as the browser saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  makeElement('a', { href: url, download: name }).click();
  // The browser has begun to save it by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
