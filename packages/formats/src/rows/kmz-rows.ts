import { FormatError } from '../formats.ts';
import { quote } from '../parsed-entry.ts';
import { readKmlRows } from './kml-rows.ts';
import type { RowBatches, RowReader } from './row.ts';
import { readZip } from './zip.ts';

/** Reads the Placemarks of all documents of KML in a KMZ file, one document after another. */
export const readKmzRows: RowReader = async function* (source, settings): RowBatches {
  const { layer } = settings;
  const { names, files } = await readZip(source, (name) =>
    layer === undefined ? /\.kml$/i.test(name) : name === layer,
  );
  const documents = names.filter((name) => files.has(name));
  if (documents.length === 0) {
    const missing = layer === undefined ? 'that ends with .kml' : `called ${quote(layer)}`;
    throw new FormatError('FORMAT_INVALID', `The archive has no file ${missing}.`);
  }
  if (documents.length > 1) {
    const more = documents.length > 3 ? ', …' : '';
    settings.note(
      `${documents.length} files of the archive are read: ${documents.slice(0, 3).join(', ')}${more}`,
    );
  }
  let index = 0;
  for (const name of documents) {
    for await (const batch of readKmlRows({ open: () => once(files.get(name) as Uint8Array) }, settings)) {
      yield batch.map((entry) => ({ ...entry, index: ++index }));
    }
  }
  return undefined;
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}
