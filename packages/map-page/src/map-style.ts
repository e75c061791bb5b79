import type { StyleSpecification } from 'maplibre-gl';

/**
 * The style that the owner of the service has chosen, in place of the base map; `undefined` without one.
 *
 * @param settings the URL of what the server tells the page.
 * @throws {Error} (as a rejection) when the server cannot be asked, or the style cannot be loaded.
 */
export async function loadMapStyle(settings: URL): Promise<StyleSpecification | undefined> {
  const { style } = (await load(settings)) as { readonly style?: string | StyleSpecification };
  return typeof style === 'string' ? ((await load(new URL(style))) as StyleSpecification) : style;
}

/** A style that has not come after these milliseconds does not keep people from the records any longer. */
const longestWait = 10_000;

async function load(url: URL): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longestWait) });
    if (response.ok) return await response.json();
  } catch {}
  throw new Error(`The style of the map cannot be loaded from ${url.href}. The page shows its own base map.`);
}
