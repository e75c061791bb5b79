import { describe, expect, it } from 'vitest';
import { consoleRoutes } from '../../src/index.ts';
import { createOpenApi, type OpenApiOptions } from '../../src/openapi/index.ts';
import { operationsOf } from './seen.ts';

type Components = Record<string, Record<string, Record<string, unknown>>>;

interface Parameter {
  readonly name: string;
  readonly description: string;
}

const schemasOf = (options: OpenApiOptions) => (createOpenApi(options).components as Components).schemas;
const statusesOf = (options: OpenApiOptions, operation: string) =>
  operationsOf(createOpenApi(options)).flatMap((each) =>
    each.startsWith(`${operation} `) ? [Number(each.split(' ').at(-1))] : [],
  );

describe('the document of a service', () => {
  it('is the file of the package; run this test with -u to write it anew', async () => {
    const document = createOpenApi({ url: 'http://127.0.0.1:8080' });
    await expect(`${JSON.stringify(document, undefined, 2)}\n`).toMatchFileSnapshot('../../openapi.json');
  });

  it('has every route of the console but the files of the map', () => {
    const paths = Object.keys(createOpenApi().paths);
    const missing = consoleRoutes.filter((route) => !paths.includes(route));
    expect(missing).toEqual(['/-/map/{file}']);
  });

  it('has only what the service has below /-/', () => {
    const { paths, tags, components } = createOpenApi({ sections: ['livez'] });
    expect(Object.keys(paths)).toEqual(['/', '/{id}', '/-/livez']);
    expect((tags as { name: string }[]).map(({ name }) => name)).toEqual(['Records', 'Service']);
    expect(components.schemas).not.toHaveProperty('FeatureCollection');
  });

  it('has no writes if the service is read-only', () => {
    const { paths } = createOpenApi({ readOnly: true });
    const methods = Object.values(paths).flatMap((item) => Object.keys(item));
    expect(new Set(methods)).toEqual(new Set(['parameters', 'get', 'head', 'options']));
  });

  it('has the pairs of the list as tuples', () => {
    expect(schemasOf({})?.LocationEntry).toMatchObject({
      prefixItems: [{ type: 'string' }, { $ref: '#/components/schemas/Location' }],
      minItems: 2,
      maxItems: 2,
    });
  });

  it('has what strictCoordinates, unknownMembers and absentDescription decide', () => {
    const [plain, strict] = [
      schemasOf({}),
      schemasOf({ strictCoordinates: true, unknownMembers: 'ignore', absentDescription: 'null' }),
    ];
    expect(JSON.stringify(plain?.LocationInput)).not.toContain('maximum');
    expect(JSON.stringify(strict?.LocationInput)).toContain('"minimum":-180,"maximum":180');
    expect(JSON.stringify(strict?.Location)).not.toContain('maximum');
    expect(plain?.LocationInput).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(strict?.LocationInput)).not.toContain('additionalProperties');
    expect(plain?.Location).toMatchObject({
      required: ['coordinates'],
      properties: { description: { type: 'string' } },
    });
    expect(strict?.Location).toMatchObject({
      required: ['description', 'coordinates'],
      properties: { description: { type: ['string', 'null'] } },
    });
    expect(strict?.FoundLocation).toEqual(plain?.FoundLocation);
  });

  it('says of the parameter limit which formats have all records without it', () => {
    const parameters = createOpenApi().paths['/-/records']?.get?.parameters as readonly Parameter[];
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(limit?.description).toContain('`all`: in every format');
    expect(limit?.description).toContain('all in the formats `ndjson`, `geojsonseq`, `csv`, `kml`, `gpx`');
    expect(limit?.description).toContain('100 otherwise');
  });

  it('has the conditional fields, 304 and 412 with etags, and nothing of them without', () => {
    expect(statusesOf({ etags: true }, 'get /{id}')).toContain(304);
    for (const method of ['post', 'put', 'delete']) {
      expect(statusesOf({ etags: true }, `${method} /{id}`)).toContain(412);
    }
    expect(statusesOf({ etags: true }, 'get /')).not.toContain(304);
    expect(JSON.stringify(createOpenApi({ etags: true }))).toContain('"name":"If-Match"');
    expect(JSON.stringify(createOpenApi({ sections: [] }))).not.toMatch(/If-Match|ETag|304|412/);
  });

  it('has what tokens, a rate and a limit of requests refuse', () => {
    const all = { tokens: true, rate: true, maxRequests: true };
    expect(statusesOf(all, 'get /')).toEqual([200, 401, 429, 500, 503]);
    expect(statusesOf(all, 'delete /{id}')).toEqual([200, 400, 401, 403, 429, 500, 503]);
    expect(statusesOf(all, 'get /-/livez')).toEqual([200]);
    expect(statusesOf({}, 'get /')).toEqual([200, 500]);
    expect(createOpenApi(all).security).toEqual([{ bearer: [] }, { basic: [] }]);
    expect(createOpenApi().security).toEqual([]);
  });

  it('says how many characters are read', () => {
    expect(JSON.stringify(createOpenApi({ bodyLimit: 8192 }))).toContain('8,192 characters are read');
  });

  it.each([
    ['/', '/'],
    ['/places/', '/places'],
    ['https://example.org/places/', 'https://example.org/places'],
  ])('has the URL %s as its server', (url, server) => {
    expect(createOpenApi({ url }).servers).toEqual([{ url: server }]);
  });
});
