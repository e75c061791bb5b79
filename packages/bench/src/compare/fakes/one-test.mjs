// The test of a client that each program of this folder makes possible: it changes a record, and asks for two.
import assert from 'node:assert/strict';

/** The records at the beginning of each test. */
export const firstRecords = {
  home: { description: 'Home', coordinates: { latitude: 1, longitude: 2 } },
  work: { description: 'Work', coordinates: { latitude: 3, longitude: 4 } },
};
const moved = { description: 'Home', coordinates: { latitude: 5, longitude: 6 } };

/** @param {string} url of the service */
export async function testOnce(url) {
  const put = await fetch(`${url}/home`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(moved),
  });
  assert.equal(put.status, 200);
  await put.arrayBuffer();
  const home = await fetch(`${url}/home`);
  assert.equal(/** @type {any} */ (await home.json()).coordinates.latitude, moved.coordinates.latitude);
  const absent = await fetch(`${url}/nowhere`);
  assert.equal(absent.status, 404);
  await absent.arrayBuffer();
}
