import { FormatError } from '../formats.ts';
import { readKml } from './kml-rows.ts';
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
    const which = layer === undefined ? 'KML' : JSON.stringify(layer);
    throw new FormatError('FORMAT_INVALID', `No file in the KMZ file is ${which}.`);
  }
  if (documents.length > 1)
    settings.note(
      `${documents.length} files of the archive are read: ${documents.slice(0, 3).join(', ')}${documents.length > 3 ? ', …' : ''}`,
    );
  let index = 0;
  for (const name of documents) {
    for await (const batch of readKml(once(files.get(name) as Uint8Array), settings)) {
      yield batch.map((entry) => ({ ...entry, index: ++index }));
    }
  }
  return undefined;
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}
