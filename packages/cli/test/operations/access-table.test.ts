import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleRoutes } from '@location-records/console';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveHere } from '../run-here.ts';

/** What a request needs: nothing, or a token with a role. */
type Needed = 'nothing' | 'read' | 'write' | 'admin';

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

type Row = readonly [path: string, ...needed: readonly Needed[]];

/** For every route: a path, and what each of the methods above needs. */
const table: Readonly<Record<string, Row>> = {
  '/': ['/', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/{id}': ['/a', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/{id}, invalid': ['/%zz', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  'no route': ['/no/such', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  'no route below /-/': ['/-/no', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/': ['/-/', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/records': ['/-/records', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/map': ['/-/map', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/map/{file}': ['/-/map/settings.json', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/tiles/{z}/{x}/{y}.mvt': [
    '/-/tiles/0/0/0.mvt',
    'read',
    'read',
    'read',
    'write',
    'write',
    'write',
    'write',
  ],
  '/-/tiles.json': ['/-/tiles.json', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/events': ['/-/events', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/ogc': ['/-/ogc', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/ogc/conformance': ['/-/ogc/conformance', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/ogc/collections': ['/-/ogc/collections', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/ogc/collections/records': [
    '/-/ogc/collections/records',
    'read',
    'read',
    'read',
    'write',
    'write',
    'write',
    'write',
  ],
  '/-/ogc/collections/records/items': [
    '/-/ogc/collections/records/items',
    'read',
    'read',
    'read',
    'write',
    'write',
    'write',
    'write',
  ],
  '/-/ogc/collections/records/items/{id}': [
    '/-/ogc/collections/records/items/a',
    'read',
    'read',
    'read',
    'write',
    'write',
    'write',
    'write',
  ],
  '/-/openapi.json': ['/-/openapi.json', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/docs': ['/-/docs', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  '/-/metrics': ['/-/metrics', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin', 'admin'],
  // The probes refuse other methods themselves.
  '/-/livez': ['/-/livez', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing'],
  '/-/readyz': ['/-/readyz', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing'],
};

/** The paths below `/-/` that the command names in its source. */
function routesOfCommand(): readonly string[] {
  const folders = ['operations', 'commands/serve'].map((name) =>
    fileURLToPath(new URL(`../../src/${name}/`, import.meta.url)),
  );
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  return texts.flatMap((text) => [...text.matchAll(/'(\/-\/[^']*)'/g)].map(([, path = '']) => path));
}

test('every route of the command and of the console has a row', () => {
  const routes = new Set([...consoleRoutes, ...routesOfCommand()]);
  expect(routes).toContain('/-/livez');
  expect([...routes].filter((route) => table[route] === undefined)).toEqual([]);
});

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const records = `[["a",${body}],["b",${body}]]`;

const roles = ['nothing', 'read', 'write', 'admin'] as const;
const senders: Readonly<Record<string, Needed>> = {
  'no token': 'nothing',
  'a wrong token': 'nothing',
  'an expired token': 'nothing',
  'a revoked token': 'nothing',
  'a reader': 'read',
  'a writer': 'write',
  'an admin': 'admin',
};

let folder: string;
let served: Awaited<ReturnType<typeof serveHere>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-access-'));
  const file = join(folder, 'tokens');
  const line = (sender: string, role: Needed) =>
    `${role}:${role}:${createHash('sha256').update(tokenOf(sender)).digest('hex')}`;
  const lines = Object.entries(senders).flatMap(([sender, role]) =>
    role === 'nothing' ? [] : [line(sender, role)],
  );
  lines.push(`${line('an expired token', 'admin')}:2020-01-01`);
  await writeFile(file, [...lines, line('a revoked token', 'admin')].join('\n'), { mode: 0o600 });
  served = await serveHere(['--token-file', file, '--metrics']);
  for (const id of ['a', 'b'])
    expect(await ask('a revoked token', 'POST', `/${id}`)).toMatchObject({ status: 200 });
  await writeFile(file, lines.join('\n'));
  served.signal('SIGHUP');
  await vi.waitFor(() => expect(served.stderr.text).toContain('"event":"reread"'), 30_000);
});

afterAll(async () => {
  await served.stop();
  await rm(folder, { recursive: true });
});

function tokenOf(sender: string): string {
  return sender.replaceAll(' ', '-');
}

async function ask(sender: string, method: string, path: string, scheme = 'Bearer') {
  const token = tokenOf(sender);
  const value = scheme === 'Bearer' ? token : Buffer.from(`ada:${token}`).toString('base64');
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const leaving = new AbortController();
  const response = await fetch(served.url + path, {
    method,
    signal: leaving.signal,
    headers: {
      'Content-Type': 'application/json',
      ...(sender !== 'no token' && { Authorization: `${scheme} ${value}` }),
    },
    ...(hasBody && { body }),
  });
  const { status, headers } = response;
  // A stream of events goes on for a minute.
  const isStream = headers.get('Content-Type') === 'text/event-stream';
  const text = isStream ? undefined : await response.text();
  leaving.abort();
  return { status, text, challenge: headers.get('WWW-Authenticate') };
}

test('the description has every route of the command and of the console but the files of the map', async () => {
  const { text = '' } = await ask('an admin', 'GET', '/-/openapi.json');
  const described = Object.keys(JSON.parse(text).paths).filter((path) => path.startsWith('/-/'));
  const routes = new Set([...consoleRoutes, ...routesOfCommand()]);
  routes.delete('/-/map/{file}');
  expect(described.sort()).toEqual([...routes].sort());
});

const cases = Object.entries(table).flatMap(([route, [path, ...needed]]) =>
  methods.map((method, index) => [method, route, path, needed[index] as Needed] as const),
);

test.each(cases)('%s %s (%s) with a role below %s reaches nothing', async (method, _route, path, needed) => {
  for (const [sender, role] of Object.entries(senders)) {
    if (roles.indexOf(role) >= roles.indexOf(needed)) continue;
    const [status, message] = role === 'nothing' ? [401, 'Unauthorized'] : [403, 'Forbidden'];
    for (const scheme of ['Bearer', 'Basic']) {
      const refused = await ask(sender, method, path, scheme);
      expect(refused, sender).toEqual({
        status,
        text: method === 'HEAD' ? '' : `{"error_message":"${message}"}`,
        challenge:
          status === 401 ? expect.stringMatching(/^Basic realm="[^"]+", .*Bearer realm="[^"]+"$/) : null,
      });
    }
  }
});

test('no refused write has changed a record', async () => {
  expect(await ask('a reader', 'GET', '/')).toMatchObject({ status: 200, text: records });
});

test.each(cases)(
  '%s %s (%s) with the role %s, or one above it, is served',
  async (method, _route, path, needed) => {
    for (const [sender, role] of Object.entries(senders)) {
      if (roles.indexOf(role) < roles.indexOf(needed)) continue;
      const { status } = await ask(sender, method, path);
      expect([401, 403], sender).not.toContain(status);
    }
  },
);
