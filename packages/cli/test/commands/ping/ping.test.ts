import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@location-records/workspace/engines';
import { expect, onTestFinished, test } from 'vitest';
import { fakeHere, runHere, serveHere } from '../../run-here.ts';

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('ping exits with 0 when the service is ready', async () => {
  const served = await serveHere(['--base-path', '/v1']);
  const pinged = runHere(['ping', served.url]);
  expect(await pinged.exitCode).toBe(0);
  expect(pinged.stdout.text).toBe(`The service at ${served.url} is ready.\n`);
  const quiet = runHere(['ping', served.url, '--quiet']);
  expect(await quiet.exitCode).toBe(0);
  expect(quiet.stdout.text).toBe('');
  expect(await served.stop()).toBe(0);
});

test('ping without a URL asks the service that serve has with the same variables', async () => {
  const env = { PORT: String(await freePort()), HOST: '0.0.0.0', LOCATION_RECORDS_BASE_PATH: '/v1/' };
  const served = runHere(['serve', '--store', 'memory:'], { env });
  const pinged = runHere(['ping', '--wait', '60'], { env });
  expect(await pinged.exitCode).toBe(0);
  expect(pinged.stdout.text).toBe(`The service at http://127.0.0.1:${env.PORT}/v1 is ready.\n`);
  served.signal('SIGTERM');
  expect(await served.exitCode).toBe(0);
});

test('ping without a URL asks at the port of LOCATION_RECORDS_ADMIN, and refuses a Unix socket', async () => {
  const env = { PORT: '1', LOCATION_RECORDS_ADMIN: String(await freePort()) };
  const served = await serveHere([], { env });
  const pinged = runHere(['ping', '--wait', '60'], { env });
  expect(await pinged.exitCode).toBe(0);
  expect(pinged.stdout.text).toBe(
    `The service at http://127.0.0.1:${env.LOCATION_RECORDS_ADMIN} is ready.\n`,
  );
  expect(await served.stop()).toBe(0);
  const refused = runHere(['ping'], { env: { LOCATION_RECORDS_SOCKET: '/run/a.sock' } });
  expect(await refused.exitCode).toBe(2);
  expect(refused.stderr.text).toContain('LOCATION_RECORDS_ADMIN=9090');
});

test('ping says why a service is not ready, and exits with 1', async () => {
  const url = await listening((_, res) =>
    res.writeHead(503).end('{"error_message":"Service unavailable: the store does not answer"}'),
  );
  const pinged = runHere(['ping', url]);
  expect(await pinged.exitCode).toBe(1);
  expect(pinged.stderr.text).toBe(
    `location-records: The service at ${url} is not ready: it responded to /-/readyz with 503, "Service unavailable: the store does not answer".\n`,
  );
});

test('ping says what to do when nothing listens, and exits with 1', async () => {
  const pinged = runHere(['ping', `http://127.0.0.1:${await freePort()}`]);
  expect(await pinged.exitCode).toBe(1);
  expect(pinged.stderr.text).toContain('nothing listens there; start the service, or correct the URL');
});

test('ping --header sends a field', async () => {
  const url = await listening((req, res) => res.writeHead(req.headers.a === 'b' ? 200 : 401).end());
  expect(await runHere(['ping', url, '--header', 'A: b']).exitCode).toBe(0);
  expect(await runHere(['ping', url]).exitCode).toBe(1);
});

test('ping gives up a service that does not answer in time', async () => {
  const url = await listening(() => {});
  const pinged = runHere(['ping', url, '--timeout', '20']);
  expect(await pinged.exitCode).toBe(1);
  expect(pinged.stderr.text).toContain('it did not respond within 20 ms');
});

test('ping --wait asks until the service is ready', async () => {
  let count = 0;
  const url = await listening((_, res) => res.writeHead(++count < 3 ? 503 : 200).end());
  expect(await runHere(['ping', url, '--wait', '60']).exitCode).toBe(0);
  expect(count).toBe(3);
});

test('a signal ends ping --wait', async () => {
  let isAsked = false;
  const url = await listening((_, res) => {
    isAsked = true;
    res.writeHead(503).end();
  });
  const pinged = runHere(['ping', url, '--wait', '3600']);
  await expect.poll(() => isAsked).toBe(true);
  pinged.signal('SIGINT');
  expect(await pinged.exitCode).toBe(130);
});

test('ping takes no other options, and exits with 2', async () => {
  expect(await runHere(['ping', 'ftp://127.0.0.1']).exitCode).toBe(2);
  expect(await runHere(['ping', '--wait', 'long']).exitCode).toBe(2);
});

test('the fake has both probes, too', async () => {
  const fake = await fakeHere();
  expect(await runHere(['ping', fake.url]).exitCode).toBe(0);
  expect(await fake.stop()).toBe(0);
});
