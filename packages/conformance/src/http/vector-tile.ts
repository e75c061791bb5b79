/** A point of a tile (Mapbox Vector Tile 2.1), with the size of the tile in the units of its layer. */
export interface TilePoint {
  readonly layer: string;
  readonly extent: number;
  readonly x: number;
  readonly y: number;
  /** The properties that are texts. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * The first point of each feature of a tile.
 *
 * @throws {RangeError} when the bytes are not those of a tile.
 */
export function tilePoints(tile: Uint8Array): readonly TilePoint[] {
  return messages(tile, 3).flatMap(layerPoints);
}

function layerPoints(bytes: Uint8Array): readonly TilePoint[] {
  const [layer = ''] = messages(bytes, 1).map(textOf);
  const [extent = 4096] = numbers(bytes, 5);
  const keys = messages(bytes, 3).map(textOf);
  const values = messages(bytes, 4).map((value) => messages(value, 1).map(textOf)[0]);
  return messages(bytes, 2).map((feature) => {
    // The first number is the command MoveTo.
    const [, x = 0, y = 0] = messages(feature, 4).flatMap(packed);
    const texts = new Map<string, string>();
    const tags = messages(feature, 2).flatMap(packed);
    for (let index = 0; index < tags.length; index += 2) {
      const value = values[tags[index + 1] ?? -1];
      if (value !== undefined) texts.set(keys[tags[index] ?? -1] ?? '', value);
    }
    return { layer, extent, x: signed(x), y: signed(y), texts };
  });
}

/** A field of a message of Protocol Buffers: a number, or bytes. */
interface Field {
  readonly number: number;
  readonly value: number | Uint8Array;
}

/** The fields with this number that are messages, texts or packed numbers. */
function messages(bytes: Uint8Array, number: number): Uint8Array[] {
  return fieldsOf(bytes).flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  );
}

/** The fields with this number that are numbers. */
function numbers(bytes: Uint8Array, number: number): number[] {
  return fieldsOf(bytes).flatMap((field) =>
    field.number === number && typeof field.value === 'number' ? [field.value] : [],
  );
}

function fieldsOf(bytes: Uint8Array): readonly Field[] {
  const reader = new Reader(bytes);
  const fields: Field[] = [];
  while (!reader.isAtEnd) {
    const key = reader.number();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        fields.push({ number, value: reader.number() });
        break;
      case 1:
        reader.bytes(8);
        break;
      case 2:
        fields.push({ number, value: reader.bytes(reader.number()) });
        break;
      case 5:
        reader.bytes(4);
        break;
      default:
        throw new RangeError('The tile is not a message of Protocol Buffers.');
    }
  }
  return fields;
}

function packed(bytes: Uint8Array): readonly number[] {
  const reader = new Reader(bytes);
  const all: number[] = [];
  while (!reader.isAtEnd) all.push(reader.number());
  return all;
}

/** Reads bytes from their beginning. */
class Reader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  /** A number of variable length. Bits beyond 53 are not exact. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes(1)[0] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  bytes(length: number): Uint8Array {
    const end = this.#position + length;
    if (end > this.#bytes.length) throw new RangeError('The tile is cut short.');
    const bytes = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return bytes;
  }
}

function signed(zigzag: number): number {
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
