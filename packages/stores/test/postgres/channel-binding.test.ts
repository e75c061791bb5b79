import { describeUnless, lacks, selfSigned } from '@location-records/dev-kit';
import { type PostgresServer, startPostgres } from '@location-records/dev-kit/engines';
import { migratePostgres } from '@location-records/stores/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTalker } from '../shared/start-talker.ts';
import { openForTest, query } from './use-postgres.ts';

const refusal = 'the server does not bind the log-in to a TLS connection';

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('channel_binding=require', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' }, certificate: selfSigned });
    await query(
      server.url,
      `SET password_encryption = 'scram-sha-256';
       CREATE ROLE scram LOGIN PASSWORD 'secret';
       SET password_encryption = 'md5';
       CREATE ROLE digest LOGIN PASSWORD 'secret';
       CREATE SCHEMA bound AUTHORIZATION scram`,
    );
  }, 60_000);
  afterAll(() => server.stop());

  const urlOf = (user: string, rest: string) =>
    `postgres://${user}:secret@127.0.0.1:${server.port}/postgres?channel_binding=require${rest}`;

  it('is met by a log-in with SCRAM over TLS', async () => {
    const target = { url: urlOf('scram', '&sslmode=no-verify'), schema: 'bound' };
    await migratePostgres(target);
    const store = await openForTest(target);
    await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
    expect(await store.get('a')).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
  });

  it.each([
    ['SCRAM without TLS', 'scram', '&sslmode=disable'],
    ['MD5', 'digest', '&sslmode=no-verify'],
  ])('refuses %s', async (_, user, rest) => {
    const migration = migratePostgres({ url: urlOf(user, rest), schema: 'bound' });
    await expect(migration).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(migration).rejects.toThrow(refusal);
  });
});

it.each([
  ['asks for the password', [0, 0, 0, 3]],
  ['asks for nothing', [0, 0, 0, 0]],
])('channel_binding=require tells a server nothing that %s', async (_, question) => {
  const told: Buffer[] = [];
  const port = await startTalker((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, ...question]));
      socket.on('data', (chunk) => told.push(chunk));
    });
  });
  const url = `postgres://me:secret@127.0.0.1:${port}/places?channel_binding=require`;
  await expect(migratePostgres({ url })).rejects.toThrow(refusal);
  expect(Buffer.concat(told).toString('latin1')).toBe('');
});
