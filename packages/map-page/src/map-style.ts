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

async function load(url: URL): Promise<unknown> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    throw new Error(
      `The style of the map cannot be loaded from ${url.href}. The page shows its own base map.`,
    );
  }
  return response.json();
}
