import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type PostgresServer, startPostgres, startProxy } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openForTest, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const entry = fileURLToPath(new URL('../../src/postgres/index.ts', import.meta.url));

/** A program with a store on a schema. It goes on when it is told to. */
function startProgram(url: string, schema: string, program: string) {
  const script = `
    import { openPostgresStore } from ${JSON.stringify(entry)};
    const store = await openPostgresStore(${JSON.stringify({ url, schema, timeout: 5000 })});
    ${program}
  `;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '--eval', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describeUnless(lacks({ server: 'PostgreSQL' }))('a process with a store on PostgreSQL', () => {
  const server = usePostgres();

  it('a process with an open PostgreSQL store ends by itself, loses no last write, and prints nothing', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const program = `
      await Promise.all(Array.from({ length: 20 }, () => store.list().next().then(() => store.get('a'))));
      void store.put('a', ${JSON.stringify(location)});
    `;
    const child = startProgram(url, schema, program);
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await printed).toEqual(['', '']);
    const store = await openForTest({ url, schema });
    expect(await store.get('a')).toEqual(location);
  });

  it('a killed process leaves no lock in PostgreSQL', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    await Promise.all(Array.from({ length: 500 }, (_, number) => store.put(`id-${number}`, location)));
    const program = `
      await store.list()[Symbol.asyncIterator]().next();
      console.log('reads');
      for (;;) await store.put('a', ${JSON.stringify(location)});
    `;
    const child = startProgram(url, schema, program);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await store.put('a', location);
    expect(await store.replace('id-1', location)).toBe(true);
  });
});

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('a process whose PostgreSQL server hangs', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
  });
  afterAll(() => server.stop());

  it('a process whose PostgreSQL server hangs ends after it has closed its store', async () => {
    const { schema } = await schemaForTest(server.url);
    const proxy = await startProxy(server.port);
    onTestFinished(() => proxy.stop());
    const url = server.url.replace(String(server.port), String(proxy.port));
    const program = `
      const list = store.list()[Symbol.asyncIterator]();
      await Promise.all([store.get('a'), store.get('b'), list.next()]);
      console.log('open');
      process.stdin.once('data', async () => {
        process.stdin.destroy();
        await store.close();
        console.log('closed');
      });
    `;
    const child = startProgram(url, schema, program);
    const printed = text(child.stdout);
    await once(child.stdout, 'data');
    proxy.hang();
    child.stdin.write('x');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await printed).toContain('closed');
  });
});
