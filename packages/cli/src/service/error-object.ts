import { printableLine } from '../output/printable-text.ts';

/** The value of a JSON text; `undefined` where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is an Error object (SPEC section 2). */
export function isErrorObject(value: unknown): value is { readonly error_message: string } {
  return (
    typeof (value as { readonly error_message?: unknown } | undefined | null)?.error_message === 'string'
  );
}

/** The message of an Error object on one line, without the full stop at its end. */
export function messageOf(value: unknown): string {
  if (!isErrorObject(value)) return 'it did not say why';
  return printableLine(value.error_message).replace(/\.$/, '');
}
