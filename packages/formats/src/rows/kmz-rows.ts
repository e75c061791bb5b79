import { FormatError } from '../formats.ts';
import { quote } from '../parsed-entry.ts';
import { readKmlDocuments } from './kml-rows.ts';
import type { RowBatches, RowReader, RowSource } from './row.ts';
import { readZip } from './zip.ts';

/** Reads the Placemarks of all documents of KML in a KMZ file, one document after another. */
export const readKmzRows: RowReader = async function* (source, settings): RowBatches {
  const { layer } = settings;
  const { files } = await readZip(source, settings, (name) =>
    layer === undefined ? /\.kml$/i.test(name) : name === layer,
  );
  if (files.size === 0) {
    const missing = layer === undefined ? 'that ends with .kml' : `called ${quote(layer)}`;
    throw new FormatError('FORMAT_INVALID', `The archive has no file ${missing}.`);
  }
  yield* readKmlDocuments([...files].map(documentOf), settings);
  return undefined;
};

function documentOf([name, bytes]: readonly [name: string, bytes: Uint8Array]): RowSource {
  return {
    name,
    async *open() {
      yield bytes;
    },
  };
}
