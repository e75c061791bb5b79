/** What of the world is seen: MapLibre's zoom, and the middle of the map in degrees. */
export interface View {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** What a link to the map leads to. */
interface DeepLink {
  readonly view?: View | undefined;
  /** The identifier of the selected record. */
  readonly record?: string | undefined;
}

/** How many decimal places of a degree tell one pixel of the map from the next. */
export function pixelDigits(zoom: number, latitude = 0): number {
  const pixelsOfDegree = (512 / 360) * 2 ** zoom;
  return Math.max(0, Math.ceil(Math.log10(pixelsOfDegree / Math.cos((latitude * Math.PI) / 180))));
}

/** Reads the hash of a URL, such as `#4.5/48.86/2.34&record=tower`. What is malformed is left out. */
export function parseHash(hash: string): DeepLink {
  const parts = hash.replace(/^#/, '').split('&');
  const record = parts.find((part) => part.startsWith('record='))?.slice('record='.length);
  return { view: parseView(parts[0] ?? ''), record: record === undefined ? undefined : decode(record) };
}

/** The hash of a URL for a view and a record. A view has the digits that tell one pixel from the next. */
export function formatHash({ view, record }: DeepLink): string {
  const place = view ? formatView(view) : '';
  return `#${place}${record === undefined ? '' : `&record=${encodeURIComponent(record)}`}`;
}

function parseView(place: string): View | undefined {
  const parts = place.split('/');
  const [zoom = Number.NaN, latitude = Number.NaN, longitude = Number.NaN] = parts.map((part) =>
    part === '' ? Number.NaN : Number(part),
  );
  const isView = parts.length === 3 && zoom >= 0 && Math.abs(latitude) <= 90 && Number.isFinite(longitude);
  return isView ? { zoom, latitude, longitude } : undefined;
}

function formatView({ zoom, latitude, longitude }: View): string {
  const digits = pixelDigits(zoom);
  return `${Number(zoom.toFixed(2))}/${Number(latitude.toFixed(digits))}/${Number(longitude.toFixed(digits))}`;
}

/** An identifier may have any character, a `%` without digits among them, so a link may be cut anywhere. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
