import { expect } from 'vitest';
import { ask, type ConsoleCase, expectError, reading } from './console-case.ts';

/** The description of the service (D51). */
export const apiCases: readonly ConsoleCase[] = [
  reading('the document names the address of the service, and what it has', async (service) => {
    const response = await ask(service, '/-/openapi.json');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    const { openapi, servers, paths } = JSON.parse(await response.text());
    expect([openapi, servers]).toEqual(['3.1.1', [{ url: service.url }]]);
    expect(Object.keys(paths)).toEqual([
      '/',
      '/{id}',
      '/-/',
      '/-/records',
      '/-/map',
      '/-/tiles.json',
      '/-/tiles/{z}/{x}/{y}.mvt',
      '/-/events',
      '/-/ogc',
      '/-/ogc/conformance',
      '/-/ogc/collections',
      '/-/ogc/collections/records',
      '/-/ogc/collections/records/items',
      '/-/ogc/collections/records/items/{id}',
      '/-/openapi.json',
      '/-/docs',
    ]);
  }),
  reading('the page of the document has each operation, and loads and runs nothing', async (service) => {
    const { paths } = JSON.parse(await (await ask(service, '/-/openapi.json')).text());
    const response = await ask(service, '/-/docs');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
    );
    const html = await response.text();
    for (const [path, { parameters: _, ...methods }] of Object.entries<Record<string, unknown>>(paths)) {
      for (const method of Object.keys(methods))
        expect(html).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
    }
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    expect(html).not.toMatch(/<script|style=|\son\w+=|src=/);
  }),
  ...[
    '/-/openapi.json',
    '/-/docs',
    '/-/map',
    '/-/tiles.json',
    '/-/tiles/0/0/0.mvt',
    '/-/ogc',
    '/-/ogc/conformance',
    '/-/ogc/collections',
    '/-/ogc/collections/records',
  ].map((path) =>
    reading(`${path} is 304 for a client that has it`, async (service) => {
      const first = await ask(service, path);
      await first.arrayBuffer();
      const headers = { 'If-None-Match': String(first.headers.get('ETag')) };
      const { status } = await ask(service, path, { headers });
      expect([first.status, status]).toEqual([200, 304]);
    }),
  ),
  reading('the document and its page have GET, HEAD and OPTIONS', async (service) => {
    for (const path of ['/-/openapi.json', '/-/docs']) {
      const head = await ask(service, path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      await expectError(await ask(service, path, { method: 'POST' }), 405, 'Method not allowed');
    }
  }),
];
