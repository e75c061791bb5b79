/** The content of a shape, as numbers behind its type. */
export type TestShape = readonly [type: number, ...content: readonly number[]];

/** A `.shp` file. The counts in multipoints are integers, all other numbers are doubles. */
export function shpOf(type: number, shapes: readonly TestShape[]): Uint8Array {
  const records = shapes.map(([shapeType, ...content]) => {
    const bytes = Buffer.alloc(4 + 8 * content.length);
    bytes.writeInt32LE(shapeType);
    let end = 4;
    for (const [index, number] of content.entries()) {
      const isCount = shapeType % 10 === 8 && index === 4;
      end = isCount ? bytes.writeInt32LE(number, end) : bytes.writeDoubleLE(number, end);
    }
    return bytes.subarray(0, end);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(type, 32);
  const parts = records.flatMap((record, index) => {
    const recordHeader = Buffer.alloc(8);
    recordHeader.writeInt32BE(index + 1);
    recordHeader.writeInt32BE(record.length / 2, 4);
    return [recordHeader, record];
  });
  return Buffer.concat([header, ...parts]);
}

/** A column of a `.dbf` file: name, type and width. */
export type TestColumn = readonly [name: string, type: string, width: number];

/** A `.dbf` file. A row that begins with `*` is deleted. Cells are filled up with spaces. */
export function dbfOf(
  columns: readonly TestColumn[],
  rows: readonly (readonly (string | Uint8Array)[])[],
  { language = 0, encoding = 'utf8' as BufferEncoding } = {},
): Uint8Array {
  const bytesOf = (cell: string | Uint8Array) =>
    typeof cell === 'string' ? Buffer.from(cell, encoding) : cell;
  const header = Buffer.alloc(32 + 32 * columns.length + 1);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + columns.reduce((sum, [, , width]) => sum + width, 0), 10);
  header[29] = language;
  for (const [index, [name, type, width]] of columns.entries()) {
    const at = 32 + 32 * index;
    header.set(bytesOf(name), at);
    header.write(type, at + 11);
    header[at + 16] = width;
  }
  header[header.length - 1] = 0x0d;
  const content = rows.flatMap((row) => {
    const isDeleted = row[0] === '*';
    const cells = isDeleted ? row.slice(1) : row;
    const filled = columns.map(([, , width], index) => {
      const field = Buffer.alloc(width, ' ');
      field.set(bytesOf(cells[index] ?? '').subarray(0, width));
      return field;
    });
    return [Buffer.from(isDeleted ? '*' : ' '), ...filled];
  });
  return Buffer.concat([header, ...content, Buffer.from('\x1a')]);
}
