import { inspect } from 'node:util';
import { selfSigned } from '@location-records/dev-kit';
import { openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkDatabaseUrl, parameters, pinSslMode } from '../../src/postgres/database-url.ts';
import { createOwnPool } from '../../src/postgres/own-pool.ts';

const base = 'postgres://me:secret@localhost/places';
const pem = encodeURIComponent(selfSigned);

describe('the URL of a database is refused', () => {
  it.each([
    ['?shema=travel', 'with known parameters only, and "shema" is not known (did you mean "schema"?).'],
    ['?schema=travel', 'without "schema", which is an option of the store.'],
    ['?Schema=travel', 'did you mean "schema"?'],
    ['?prepare=false', 'without "prepare", which is an option of the store.'],
    ['?sslmode=require&ssl_mode=x', '"ssl_mode" is not known (did you mean "sslmode"?)'],
    ['?ssl%6Dode=require&sslmode=disable', 'that gives "sslmode" once.'],
    ['?__proto__=a', '"__proto__" is not known (leave it out)'],
    ['?search_path=travel', '"search_path" is not known (leave it out)'],
    ['?target_session_attrs=read-write', 'has no effect here; name the primary server as the host.'],
    ['?connect_timeout=3', 'has no effect here; use "timeout", in milliseconds.'],
    ['?dbname=places', 'has no effect here; write the database as the path.'],
    ['?channel_binding=required', 'in which "channel_binding" is disable, prefer or require.'],
    ['?require_auth=none', 'without "require_auth", which has no effect here; leave it out.'],
    ['?sslmode=', 'in which "sslmode" has a value.'],
    ['?sslmode', 'in which "sslmode" has a value.'],
    ['?sslmode=requires', 'in which "sslmode" is disable, prefer, require,'],
    ['?ssl=false', 'in which "ssl" is true, 1, 0 or no-verify.'],
    ['?sslrootcert=system', 'without it the authorities that Node.js knows are trusted.'],
    ['?sslnegotiation=direct', 'that has "sslmode" where it has "sslnegotiation".'],
    ['?lock_timeout=5s', 'in which "lock_timeout" is a number of milliseconds.'],
    ['?host=a,b', 'in which "host" is one host: name the primary server'],
    ['?port=5432,5433', 'in which "port" is one port from 1 to 65535.'],
    ['?application_name=a#b', 'with %23 for #.'],
    ['#b', 'with %23 for #.'],
  ])('%s', async (rest, message) => {
    const opening = openPostgresStore({ url: base + rest });
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_OPTION', option: 'url' });
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.not.toThrow('secret');
  });

  it.each(['postgres://a,b/places', 'postgres://me:secret@a:5432,b:5432/places'])('%s', (url) => {
    expect(() => checkDatabaseUrl(url)).toThrow('must be a URL of one host: name the primary server');
  });
});

describe('every parameter that is known', () => {
  const values: Readonly<Record<string, string>> = {
    ...{ host: 'other', port: '5433', user: 'other', password: 'other', options: '-c%20jit=off' },
    ...{ application_name: 'a', fallback_application_name: 'a', client_encoding: 'UTF8' },
    ...{ ssl: 'true', sslmode: 'verify-full', sslcert: pem, sslkey: pem, sslrootcert: pem },
    ...{ channel_binding: 'prefer' },
    ...{ sslnegotiation: 'direct&sslmode=verify-full', uselibpqcompat: 'true&sslmode=require' },
    ...{ statement_timeout: '1', lock_timeout: '1', idle_in_transaction_session_timeout: '1' },
    ...{ query_timeout: '1' },
  };
  it.each([...parameters.known.keys()])('is accepted, and changes what the client does: %s', (name) => {
    const value = values[name] as string;
    const url = `${base}?${name}=${value}`;
    expect(checkDatabaseUrl(url)).toBe(url);
    const [, others] = /&(.*)/.exec(value) ?? [];
    expect(clientOf(url)).not.toBe(clientOf(others ? `${base}?${others}` : base));
  });
});

// The client passes these on, and they make no connection that a store could use.
const unusable = ['replication', 'binary'];
const without = [...(parameters.ignored?.keys() ?? [])].filter((name) => !unusable.includes(name));

it.each(without)('the client takes no notice of %s', (name) => {
  expect(clientOf(`${base}?${name}=1`)).toBe(clientOf(base));
});

it.each([
  ['postgres://me@/places?host=/run/postgresql', '/run/postgresql'],
  ['postgres:///places?host=/run/postgresql', '/run/postgresql'],
  ['postgres://me@%2Frun%2Fpostgresql/places', '/run/postgresql'],
])('%s leads to a socket', (url, host) => {
  expect(new pg.Client({ connectionString: checkDatabaseUrl(url) }).host).toBe(host);
});

it.each([
  ['', false],
  ['?channel_binding=disable', false],
  ['?channel_binding=prefer', true],
  ['?sslmode=require&channel_binding=require', true],
])('"%s" decides whether the log-in is bound to the connection', (rest, isBound) => {
  expect(newClient(base + rest)).toHaveProperty('enableChannelBinding', isBound);
});

it.each(['prefer', 'require', 'verify-ca'])('sslmode=%s is verify-full, without a warning', (mode) => {
  const warn = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warn.mockRestore());
  const url = `${base}?application_name=a&sslmode=${mode}&lock_timeout=1`;
  expect(clientOf(url)).toBe(clientOf(url.replace(mode, 'verify-full')));
  expect(pinSslMode(url)).toBe(url.replace(mode, 'verify-full'));
  expect(warn).not.toHaveBeenCalled();
});

it.each([
  `${base}?uselibpqcompat=true&sslmode=require`,
  `${base}?sslmode=no-verify`,
  'postgres://me:a&sslmode=require&b@localhost/places',
])('%s stays as it is', (url) => {
  expect(pinSslMode(url)).toBe(url);
});

/** All that a client knows of the way to connect. */
function clientOf(connectionString: string): string {
  const { connectionParameters, ssl, enableChannelBinding } = newClient(connectionString);
  return inspect([connectionParameters, ssl, enableChannelBinding], { depth: 5, showHidden: true });
}

/** A client as the pool of the store makes it. */
function newClient(url: string): ClientParts {
  const { pool } = createOwnPool(pg, url, 1000, 1) as unknown as { readonly pool: PoolParts };
  return new pool.Client(pool.options);
}

interface PoolParts {
  readonly options: object;
  readonly Client: new (options: object) => ClientParts;
}

interface ClientParts {
  readonly connectionParameters: object;
  readonly ssl: unknown;
  readonly enableChannelBinding: boolean;
}
