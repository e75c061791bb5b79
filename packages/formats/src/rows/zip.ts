import { FormatError } from '../formats.ts';
import type { RowSettings, RowSource } from './row.ts';

/** How many bytes a file that is held whole may have. */
const maxHeldLength = 2 ** 28;
/** How many bytes an archive may unpack to, unless it is trusted: a small one can unpack to very many. */
const maxUnpackedLength = 80 * 2 ** 20;
/** How many bytes either may have if the file is trusted. */
const maxTrustedLength = 2 ** 30;

/** An archive, with the content of the files that are needed. */
export interface ZipArchive {
  /** The names of all files in it, with their folders. */
  readonly names: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Whether the user trusts a file. */
type Trust = Pick<RowSettings, 'trusted'>;

/**
 * Unpacks the files of a zip archive whose names are wanted.
 *
 * @throws {FormatError} `FORMAT_INVALID` if it is damaged, or too large to be held.
 */
export async function readZip(
  source: RowSource,
  { trusted }: Trust,
  isWanted: (name: string, names: readonly string[]) => boolean,
): Promise<ZipArchive> {
  const bytes = await readWhole(source, { trusted });
  const limit = trusted ? maxTrustedLength : maxUnpackedLength;
  const { unzipSync } = await import('fflate');
  const sizes = new Map<string, number>();
  let packed = 0;
  try {
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        packed += size;
        // Entries that share their bytes would unpack to far more than the file has.
        if (packed > bytes.length) throw new Error('its entries overlap');
        if (isFile(name)) sizes.set(name, originalSize);
        return false;
      },
    });
    const names = [...sizes.keys()];
    const wanted = new Set(names.filter((name) => isWanted(name, names)));
    const length = [...wanted].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    if (length > limit) throw tooLarge('The zip file unpacks to', limit);
    const unpacked = unzipSync(bytes, { filter: ({ name }) => wanted.has(name) });
    return { names, files: new Map(Object.entries(unpacked)) };
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new FormatError('FORMAT_INVALID', `The zip file is damaged or encrypted: ${problem}.`, {
      cause: error,
    });
  }
}

/** Whether an entry is a file, and not one that macOS adds beside each file. */
function isFile(name: string): boolean {
  return !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

/**
 * Reads a file whole.
 *
 * @throws {FormatError} `FORMAT_INVALID` if it is too large to be held.
 */
export async function readWhole(source: RowSource, { trusted }: Trust): Promise<Uint8Array> {
  const limit = trusted ? maxTrustedLength : maxHeldLength;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.open()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) throw tooLarge('The file has', limit);
  }
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}

function tooLarge(begin: string, limit: number): FormatError {
  const remedy =
    limit < maxTrustedLength
      ? 'If you trust the file, read it with trusted: true, or convert it to CSV or GeoJSON first.'
      : 'Convert it to CSV or GeoJSON first.';
  return new FormatError(
    'FORMAT_INVALID',
    `${begin} more than ${limit / 2 ** 20} MiB, which this format may not. ${remedy}`,
  );
}
