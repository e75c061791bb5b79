import { Refusal } from '../refusal.ts';
import { broken, cut, ValueScanner } from './value-scanner.ts';

/** What the syntax of JSON demands. */
export const jsonRule = 'RFC 8259';

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws {Refusal} when the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal('D24', 'it is not UTF-8', 'save the file as UTF-8');
  }
}

/**
 * The value that a text of JSON has.
 *
 * @throws {Refusal} when it has none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [reason] = (error as Error).message.split(/ in JSON at position| \(line/);
    throw new Refusal(jsonRule, `not JSON: ${reason}`);
  }
}

/** What should be at a byte of the file instead. */
export function brokenAt(expected: string, byte: number): Refusal {
  return new Refusal(jsonRule, `not JSON: ${expected} should be at byte ${byte}`);
}

/** Something is behind a value, at a byte of the file, that cannot be there. */
export function strayAt(character: number, byte: number): Refusal {
  const shown = character > 0x20 && character < 0x7f ? `"${String.fromCharCode(character)}"` : 'something';
  return new Refusal(jsonRule, `not JSON: there is ${shown} behind it at byte ${byte}`);
}

/**
 * Why bytes that should be one value of JSON are not.
 *
 * @param offset where they begin in the file.
 */
export function explainBroken(bytes: Uint8Array, offset: number): Refusal | undefined {
  const scanner = new ValueScanner();
  scanner.begin('value');
  let end = scanner.scan(bytes, 0, bytes.length);
  if (end === broken) return brokenAt(scanner.expected, offset + scanner.stopped);
  if (end === cut) return new Refusal(jsonRule, 'not JSON: it ends too early', 'is it cut off?');
  while (end < bytes.length && (bytes[end] as number) <= 0x20) end++;
  return end < bytes.length ? strayAt(bytes[end] as number, offset + end) : undefined;
}
