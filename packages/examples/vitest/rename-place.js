/**
 * The code under test: gives a place another description.
 *
 * @param {string} url
 * @param {string} description
 */
export async function renamePlace(url, description) {
  /** @type {any} */
  const { coordinates } = await (await fetch(url)).json();
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ description, coordinates }),
  });
  if (!response.ok) throw new Error(`The place was not renamed: ${response.status}.`);
}
