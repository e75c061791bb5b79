// Asks one service in this process again and again: `time-requests.mjs <way> <requests in a slice> <file of requests>`.
// Prints as JSON its responses to the requests of the file, and the microseconds of CPU time of a request in each slice of
// each work.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { idOf, locationOf } from '../../shared/big-list.mjs';
import { costsOf } from './slices.mjs';
import { ways } from './ways.mjs';

/** @typedef {import('./ways.mjs').Asked} Asked */

/** The number of records, and so the length of the list. */
const count = 1000;
/** A list costs about as much as this many other requests. */
const listWeight = 50;

const [, , way = '', each = '', file = ''] = process.argv;
const respond = await ways[/** @type {keyof typeof ways} */ (way)]();
const responses = [];
for (const asked of JSON.parse(readFileSync(file, 'utf8'))) responses.push(await respond(asked));

const bodies = Array.from({ length: count }, (_, index) => JSON.stringify(locationOf(index)));
for (const [index, body] of bodies.entries()) await askFor({ method: 'POST', id: idOf(index), body }, 200);
const list = await respond({ method: 'GET', id: '' });
assert.deepEqual(
  JSON.parse(list.body),
  bodies.map((body, index) => [idOf(index), JSON.parse(body)]),
);

const costs = {
  'GET one': await timed(Number(each), () => ({ method: 'GET', id: idOf(0) })),
  'GET absent': await timed(Number(each), () => ({ method: 'GET', id: 'absent' }), 404),
  'GET of the list of 1,000 records': await timed(Math.ceil(Number(each) / listWeight), () => {
    return { method: 'GET', id: '' };
  }),
  PUT: await timed(Number(each), (number) => {
    return { method: 'PUT', id: idOf(number % count), body: bodies[(number + 1) % count] };
  }),
  // The last one, since it makes the list longer.
  POST: await timed(Number(each), (number) => {
    return { method: 'POST', id: `created-${number}`, body: bodies[number % count] };
  }),
};
process.stdout.write(JSON.stringify({ responses, costs }));

/**
 * @param {number} calls
 * @param {(number: number) => Asked} request makes the request of a number
 * @param {number} [status] of each response
 */
function timed(calls, request, status = 200) {
  return costsOf(calls, async (from, to) => {
    for (let number = from; number < to; number++) await askFor(request(number), status);
  });
}

/**
 * @param {Asked} asked
 * @param {number} status
 */
async function askFor(asked, status) {
  const response = await respond(asked);
  if (response.status !== status) throw new Error(`${asked.method} got ${response.status} ${response.body}`);
}
