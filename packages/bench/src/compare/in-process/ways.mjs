// The ways to ask a service in this process, without a network. Each is loaded alone, as its user would.
const baseUrl = 'http://location-records.test';
const encoder = new TextEncoder();

/**
 * @typedef {{ method: string, id: string, body?: string | undefined, contentType?: string | undefined }} Asked
 * @typedef {{ status: number, body: string }} Responded
 * @typedef {(asked: Asked) => Promise<Responded>} Respond
 */

/**
 * What each way makes of a request: the response with its whole body.
 *
 * @satisfies {Record<string, () => Promise<Respond>>}
 */
export const ways = {
  async handle() {
    const { createHandler, createMemoryStore } = await import('@location-records/core');
    return byHandle(createHandler({ store: createMemoryStore() }));
  },
  async fetchAdapter() {
    const { createHandler, createMemoryStore } = await import('@location-records/core');
    const { createFetchHandler } = await import('@location-records/adapters/fetch');
    const respond = createFetchHandler(createHandler({ store: createMemoryStore() }));
    return byFetch((url, init) => respond(new Request(url, init)));
  },
  async fakeHandle() {
    const { createFake } = await import('@location-records/testing');
    const fake = createFake();
    return clearing(fake, byHandle(fake.handle));
  },
  async fakeFetch() {
    const { createFake } = await import('@location-records/testing');
    const fake = createFake({ baseUrl });
    return clearing(fake, byFetch(fake.fetch));
  },
  async hono() {
    const { app } = await import('../contestants/apps/hono.mjs');
    return byFetch((url, init) => app.fetch(new Request(url, init)));
  },
  async h3() {
    const { app } = await import('../contestants/apps/h3.mjs');
    return byFetch((url, init) => app.fetch(new Request(url, init)));
  },
  async inject() {
    const { app } = await import('../contestants/apps/fastify.mjs');
    return async ({ method, id, body, contentType }) => {
      const response = await app.inject({
        method: /** @type {'GET'} */ (method),
        url: pathOf(id),
        ...(body === undefined ? {} : { payload: body, headers: headersOf(contentType) }),
      });
      return { status: response.statusCode, body: response.payload };
    };
  },
};

/**
 * @param {import('@location-records/core').Handler} handle
 * @returns {Respond}
 */
function byHandle(handle) {
  return async ({ method, id, body, contentType = 'application/json' }) => {
    const bytes = encoder.encode(body);
    const response = await handle({
      method,
      target: pathOf(id),
      headers: body === undefined ? {} : { 'content-type': [contentType] },
      body: async (maxBytes) => bytes.subarray(0, maxBytes),
    });
    return { status: response.status, body: await wholeOf(response.body) };
  };
}

/**
 * @param {(url: string, init: RequestInit) => Response | Promise<Response>} fetch
 * @returns {Respond}
 */
function byFetch(fetch) {
  return async ({ method, id, body, contentType }) => {
    const init = body === undefined ? { method } : { method, body, headers: headersOf(contentType) };
    const response = await fetch(baseUrl + pathOf(id), init);
    return { status: response.status, body: await response.text() };
  };
}

/**
 * Empties the journal before each request, since one of all requests would only take up memory.
 *
 * @param {import('@location-records/testing').Fake} fake
 * @param {Respond} respond
 * @returns {Respond}
 */
function clearing(fake, respond) {
  return (asked) => {
    fake.journal.clear();
    return respond(asked);
  };
}

/** @param {string} id */
function pathOf(id) {
  return `/${encodeURIComponent(id)}`;
}

/** @param {string} [contentType] */
function headersOf(contentType = 'application/json') {
  return { 'Content-Type': contentType };
}

/** @param {import('@location-records/core').LocationResponse['body']} body */
async function wholeOf(body) {
  if (typeof body === 'string') return body;
  const pieces = [];
  for await (const piece of body) pieces.push(piece);
  return pieces.join('');
}
