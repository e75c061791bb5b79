import { createServer } from 'node:http';
import { checkServer, listCases } from '@location-records/conformance/node';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type LocationResponse,
} from '@location-records/core';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

/** Starts a service that responds to requests for `/-/records` in this way, and to all others as it should. */
function serviceWith(records: Handler): Promise<string> {
  const handle = createHandler({ store: createMemoryStore() });
  return started(
    createServer(listenerOf((request) => (request.target.startsWith('/-/') ? records : handle)(request))),
  );
}

function response(status: number, body: string): Handler {
  return async (): Promise<LocationResponse> => ({ status, headers: {}, body });
}

const noRoute = response(404, '{"error_message":"Route not found"}');
const only = ['areas-box-empty', 'state-life'];

it.each<[string, Handler, string]>([
  ['has no such route', noRoute, 'it responds with 404'],
  ['responds to everything with a page', response(200, '<!doctype html>'), 'it responds with 200'],
  ['responds with other JSON', response(200, '[]'), 'it responds with 200'],
  ['refuses something else', response(400, '{"error_message":"Bad request"}'), 'it responds with 400'],
  ['fails there', () => Promise.reject(new Error('It fails.')), 'it does not respond there'],
])('leaves out the cases of area queries for a service that %s', async (_what, records, why) => {
  const { cases, counts } = await checkServer({ url: await serviceWith(records), only, timeout: 500 });
  expect(counts).toMatchObject({ passed: 1, failed: 0 });
  const reason = `The service does not offer /-/records: ${why}.`;
  expect(cases.find(({ id }) => id === 'areas-box-empty')).toMatchObject({ outcome: 'left-out', reason });
});

it.each<[string, Handler]>([
  ['gives all records', response(200, '{"type":"FeatureCollection","features":["wrong"]}')],
  ['fails', response(500, '{"error_message":"Internal server error"}')],
  ['refuses a parameter', response(400, '{"error_message":"The parameter \\"limit\\" is not known."}')],
])('judges a service that %s by the cases of area queries', async (_what, records) => {
  const { cases } = await checkServer({ url: await serviceWith(records), only });
  expect(cases.find(({ id }) => id === 'areas-box-empty')?.outcome).toBe('failed');
});

it('has no case to run where only area queries are selected, and the service does not offer them', async () => {
  const url = await serviceWith(noRoute);
  await expect(checkServer({ url, only: ['D48'] })).rejects.toMatchObject({
    code: 'CHECK_SELECTION',
    message:
      'No case is left to run; select others. The service does not offer /-/records: it responds with 404.',
  });
});

it('does not ask for records when no case of area queries is selected', async () => {
  let asked = 0;
  const url = await serviceWith((request) => {
    asked++;
    return noRoute(request);
  });
  await checkServer({ url, only: ['state-life'] });
  expect(asked).toBe(0);
});

it('lists the cases of area queries', () => {
  const [first] = listCases({ only: ['D48'] });
  expect(first).toMatchObject({ clause: 'D48', level: 'service' });
});
