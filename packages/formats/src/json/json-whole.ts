import { FormatError } from '../format-error.ts';
import { ByteWindow } from '../input/byte-window.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import type { ElementKind } from './element-kind.ts';
import { JsonCursor } from './json-cursor.ts';
import { ElementReader } from './json-elements.ts';
import { cut } from './value-scanner.ts';

/** Reads a file that is one array or object with nothing but records in it. */
export async function* readWhole(
  chunks: AsyncIterable<Uint8Array>,
  kind: ElementKind,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const cursor = new JsonCursor(new ByteWindow(chunks));
  try {
    await cursor.skipByteOrderMark();
    const opener = kind.part === 'member' ? 0x7b : 0x5b;
    if ((await cursor.next()) !== opener) {
      throw invalidAt(cursor, `a JSON ${kind.container} begins with "${String.fromCharCode(opener)}"`);
    }
    cursor.take();
    const reader = new ElementReader(cursor, kind, settings);
    yield* reader.entries();
    if (reader.isClosed) await checkEnd(cursor, kind.container);
  } finally {
    await cursor.window.close();
  }
}

/** @throws {FormatError} when there is more in the file. */
export async function checkEnd(cursor: JsonCursor, container: string): Promise<void> {
  if ((await cursor.next()) !== cut) throw invalidAt(cursor, `there is more behind the ${container}`);
}

/** The error about a file that cannot be read from here on. */
export function invalidAt({ line, position }: JsonCursor, reason: string, advice = ''): FormatError {
  return new FormatError(
    'FORMAT_INVALID',
    `Line ${line}, byte ${position}: ${reason}.${advice && ` ${advice}`}`,
  );
}
