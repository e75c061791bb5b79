import type { StyleSpecification } from 'maplibre-gl';

/** What the server tells the page. */
export interface Settings {
  /** The style in place of the base map, or its URL. */
  readonly style?: unknown;
  /** Whether people can change records here. */
  readonly mode: 'edit' | 'view';
}

/** Fetches the settings. Without them people can edit: it is the server that refuses what is not allowed. */
export async function loadSettings(url: URL): Promise<Settings> {
  const { style, mode } = Object(await load(url).catch(() => undefined)) as Partial<Settings>;
  return { style, mode: mode === 'view' ? 'view' : 'edit' };
}

/**
 * The style that the owner of the service has chosen, in place of the base map; `undefined` without one.
 *
 * @throws {Error} (as a rejection) when the style cannot be loaded or is not one.
 */
export async function loadMapStyle({ style }: Settings): Promise<StyleSpecification | undefined> {
  if (style === undefined) return undefined;
  const loaded = typeof style === 'string' ? await load(new URL(style)) : style;
  if (!isStyle(loaded)) throw new Error(`The map style is not a MapLibre style of version 8. ${instead}`);
  return loaded;
}

const instead = 'The built-in map is shown instead.';

/** A style that has not come after these milliseconds does not keep people from the records any longer. */
const longestWait = 10_000;

/** Fetches JSON from a URL; `undefined` if it is not JSON. */
async function load(url: URL): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longestWait) });
    if (response.ok) return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
  }
  throw new Error(`The map style cannot be loaded from ${url.href}. ${instead}`);
}

/** MapLibre itself says what else is wrong. */
function isStyle(value: unknown): value is StyleSpecification {
  const { version, sources, layers } = Object(value) as Readonly<Record<string, unknown>>;
  return version === 8 && Object(sources) === sources && Array.isArray(layers);
}
