import { FormatError } from '../format-error.ts';
import { ByteWindow } from '../input/byte-window.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { quote } from '../refusal.ts';
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
    await cursor.begin();
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

/** How many bytes of what is behind the end are shown. */
const shownLength = 20;

/** @throws {FormatError} when there is more in the file. */
export async function checkEnd(cursor: JsonCursor, container: string): Promise<void> {
  const behind = await cursor.next();
  if (behind === cut) return;
  const { window, position } = cursor;
  const end = position + shownLength;
  window.release(position);
  while (window.end <= end && (await window.more()));
  const text = new TextDecoder().decode(window.slice(position, Math.min(end, window.end))).trimEnd();
  const [line = ''] = text.split(/[\r\n]/, 1);
  const shown = line.length < text.length || window.end > end ? `${line}…` : line;
  const reason = `there is more behind the ${container}: ${quote(shown)}`;
  throw invalidAt(cursor, reason, adviceOn(behind));
}

/** What may be wrong in front of a byte that is behind the end. */
function adviceOn(behind: number): string {
  if (behind === 0x7b || behind === 0x5b) return 'Were files joined? Read each of them alone.';
  return [0x2c, 0x5d, 0x7d].includes(behind) ? 'Is a bracket in front of it too early?' : '';
}

/** The error about a file that cannot be read from here on. */
export function invalidAt({ line, position }: JsonCursor, reason: string, advice = ''): FormatError {
  return new FormatError(
    'FORMAT_INVALID',
    `Line ${line}, byte ${position}: ${reason}.${advice && ` ${advice}`}`,
  );
}
