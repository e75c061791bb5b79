import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from '@location-records/adapters/node';
import {
  createFetchService,
  createHandlerService,
  type HttpCase,
  httpContract,
  requestExceptions,
} from '@location-records/conformance';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { fetchPackages } from '@location-records/workspace/campaigns';
import { freePort } from '@location-records/workspace/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { createOpenApi, type OpenApiOptions } from '../../src/openapi/index.ts';
import { isValidRequest } from './seen.ts';

const run = promisify(execFile);
const home = join(import.meta.dirname, '..', '..');
const tools = join(home, 'node_modules', '.judges');
const prismTools = join(home, 'node_modules', '.prism');
let url: string;
let stop = async () => {};

/** Starts a service with its description, on a free port. */
async function serve(options: Pick<OpenApiOptions, 'etags'>) {
  const store = createAreaMemoryStore();
  const handle = createConsole(createHandler({ ...options, store }), { store, openApi: options });
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: async () => void (await server.shutdown()) };
}

beforeAll(async () => {
  // Redocly, which needs nothing, and generators of clients.
  fetchPackages(tools, [
    '@redocly/cli@2.77.0',
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.17.0',
    '@hey-api/openapi-ts@0.99.0',
    'typescript@5.9.3',
  ]);
  ({ url, stop } = await serve({}));
});

afterAll(() => stop());

/** Runs a program of the judges in their folder, and returns what it prints. */
async function judge(program: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout, stderr } = await run(join(tools, 'node_modules', '.bin', program), [...args], {
    cwd: tools,
    env,
  });
  return stdout + stderr;
}

describe('Redocly', () => {
  it('finds no error in the document of any service', async () => {
    const all = { etags: true, tokens: true, rate: true, maxRequests: true } as const;
    const documents = [
      {},
      all,
      { readOnly: true },
      { ...all, unknownMembers: 'ignore', absentDescription: 'null' },
    ] as const;
    for (const [index, described] of documents.entries()) {
      const file = join(tools, `linted-${index}.json`);
      await writeFile(file, JSON.stringify(createOpenApi({ ...described, url: 'https://example.org' })));
      // Without its slash, `/-/` would be the record `-`.
      const report = await judge('redocly', 'lint', file, '--skip-rule', 'no-path-trailing-slash');
      expect(report).toContain('Your API description is valid');
    }
  });

  it('runs all workflows of the states against a service', async () => {
    await cp(join(home, 'arazzo.yaml'), join(tools, 'arazzo.yaml'));
    await cp(join(home, 'openapi.json'), join(tools, 'openapi.json'));
    const report = await judge('redocly', 'respect', 'arazzo.yaml', '--server', `locations=${url}`);
    expect(report).toMatch(/Workflows: (\d+) passed, \1 total/);
    const workflows = (await readFile(join(home, 'arazzo.yaml'), 'utf8')).match(/workflowId:/g);
    expect(report).toContain(`Workflows: ${workflows?.length} passed`);
  });
});

/** Programs that use what a generator has made of the document: the tuple is one, and `.` compiles. */
const use = {
  'openapi-typescript': `
import type { components, paths } from './schema';
import createClient from 'openapi-fetch';

type List = components['schemas']['LocationList'];
export const client = createClient<paths>({ baseUrl: process.argv[2] });
const { data } = await client.GET('/');
// What openapi-fetch makes of the pairs is no tuple: this is the way round it.
const list = data as List | undefined;
export const identifier: string | undefined = list?.[0]?.[0];
// @ts-expect-error
export const lost: string | undefined = data?.[0]?.[0];
await client.POST('/{id}', { params: { path: { id: 'a/b' } }, body: { coordinates: { latitude: 1, longitude: 2 } } });
const { data: record, error } = await client.GET('/{id}', { params: { path: { id: 'a/b' } } });
const message: string | undefined = error?.error_message;
const dot = await client.GET('/{id}', { params: { path: { id: '.' } } });
console.log(JSON.stringify([record?.coordinates.latitude, message, Array.isArray(dot.data)]));`,
  'hey-api': `
import { getLocation, listLocations, putLocation } from './hey/sdk.gen';
import type { LocationEntry } from './hey/types.gen';

const baseUrl = process.argv[2] as string;
const { data } = await listLocations({ baseUrl });
export const entry: LocationEntry | undefined = data?.[0];
export const identifier: string | undefined = data?.[0]?.[0];
await putLocation({ baseUrl, path: { id: 'a/b' }, body: { coordinates: { latitude: 1, longitude: 2 } } });
const { data: record, error } = await getLocation({ baseUrl, path: { id: 'a/b' } });
const message: string | undefined = error?.error_message;
const dot = await getLocation({ baseUrl, path: { id: '.' } });
console.log(JSON.stringify([record?.coordinates.latitude, message, Array.isArray(dot.data)]));`,
} as const;

/** How each generator is run in the folder of the judges, for the document `made.json`. */
const generators = [
  ['openapi-typescript', ['openapi-typescript', 'made.json', '-o', 'use/schema.d.ts']],
  ['hey-api', ['openapi-ts', '-i', 'made.json', '-o', 'use/hey']],
] as const;

it.each(generators)(
  '%s makes a client that compiles and works, and asks for the list for "."',
  async (name, command) => {
    const files = {
      'made.json': await (await fetch(`${url}/-/openapi.json`)).text(),
      'tsconfig.json': '{}',
      'use/package.json': '{ "type": "module" }',
      'use/tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
          ...{
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            lib: ['es2022', 'dom', 'dom.iterable'],
          },
        },
        files: [`${name}.ts`],
      }),
      [`use/${name}.ts`]: `declare const process: { argv: string[] };\n${use[name]}`,
    };
    await mkdir(join(tools, 'use'), { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(join(tools, file), text);
    const [generator, ...args] = command;
    await judge(generator, ...args);
    await judge('tsc', '-p', 'use');
    const program = join(tools, 'use', `${name}.ts`);
    const { stdout } = await run(process.execPath, ['--import', import.meta.resolve('tsx'), program, url]);
    expect(stdout.trim()).toBe('[1,null,true]');
  },
);

it.each([
  [100, {}],
  [5, { etags: true }],
])(
  'Prism finds no fault in the responses of the contract to requests that are right: more than %i cases with %j',
  async (least, options) => {
    fetchPackages(prismTools, ['@stoplight/prism-cli@5.16.0']);
    const service = await serve(options);
    const port = await freePort();
    const file = join(prismTools, 'openapi.json');
    await writeFile(file, JSON.stringify(createOpenApi(options)));
    const prism = join(prismTools, 'node_modules', '.bin', 'prism');
    const child = spawn(prism, ['proxy', file, service.url, '--errors', '-p', String(port)], {
      stdio: 'ignore',
    });
    const proxy = `http://127.0.0.1:${port}`;
    try {
      const up = () =>
        fetch(`${proxy}/`).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(up).toBe(200);
      const passed: string[] = [];
      const failed: string[] = [];
      for (const one of httpContract) {
        if (!isForPrism(one, options) || !(await isRight(one, options))) continue;
        await one.run(createFetchService((request) => throughProxy(request, proxy))).then(
          () => passed.push(one.id),
          (error) => failed.push(`${one.id}: ${error.message}`),
        );
      }
      expect(failed).toEqual([]);
      expect(passed.length).toBeGreaterThan(least);
    } finally {
      child.kill();
      await service.stop();
    }
  },
);

/** Sends a request through the proxy, which responds itself if the request or the response is not right. */
async function throughProxy(request: Request, proxy: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = request.body ? await request.text() : null;
  const response = await fetch(`${proxy}${pathname}${search}`, { method, headers, body });
  if (response.headers.get('Content-Type') !== 'application/problem+json') return response;
  throw new Error(`${method} ${pathname} ${await response.text()}`);
}

/** The cases that Prism changes something of, by id. */
const prismExceptions: Readonly<Record<string, string>> = {
  'etag-of-write': 'Prism serializes the JSON of a request again.',
  'id-reserved': 'Prism does not take this identifier for a string.',
  'list-many': 'Prism cuts some of many connections at once.',
  'race-histories': 'Prism cuts some of many connections at once.',
  'race-writes-replace': 'Prism cuts some of many connections at once.',
  'response-without-cors': 'Prism adds the fields of CORS.',
};

/** Whether a case needs nothing but a service with these options. */
function isForPrism({ id, needs, options: wanted = {} }: HttpCase, options: object): boolean {
  const isWanted = JSON.stringify(wanted) === JSON.stringify(options);
  return isWanted && needs.length === 0 && (requestExceptions[id] ?? prismExceptions[id]) === undefined;
}

/** Whether every request of a case is one that the document lets clients send. */
async function isRight(one: HttpCase, options: Pick<OpenApiOptions, 'etags'>): Promise<boolean> {
  const document = createOpenApi(options);
  let areRight = true;
  const handle = createHandler({ ...options, store: createMemoryStore() });
  const noting: Handler = async (request) => {
    // Prism cannot forward HEAD: it waits for the body that `Content-Length` announces.
    areRight &&= request.method !== 'HEAD' && (await isValidRequest(document, request));
    return handle(request);
  };
  await one.run(createHandlerService(noting));
  return areRight;
}
