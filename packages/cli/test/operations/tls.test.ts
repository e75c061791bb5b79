import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { createPair, encryptKey, type Pair } from './certificates.ts';

describeUnless(lacks({ program: 'openssl' }))('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'location-records-tls-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let pair: Pair;
  let other: Pair;
  beforeAll(() => {
    pair = createPair(folder, 'first');
    other = createPair(folder, 'second');
  });

  const flags = ({ cert, key }: Pair) => ['--tls-cert', cert, '--tls-key', key];

  /** Sends a request, and resolves to its status. */
  async function ask(
    url: string,
    { method = 'GET', headers = {}, ...options }: ConnectionOptions & Readonly<Record<string, unknown>> = {},
  ): Promise<number | undefined> {
    const asked = request(url, {
      method: method as string,
      headers: headers as Record<string, string>,
      ca: readFileSync(pair.cert),
      // By itself, node:https expects the name of `Host`.
      servername: 'localhost',
      agent: false,
      ...options,
    }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode;
  }

  /** Connects without trust in any certificate, and resolves to the name in that of the service. */
  async function dial(url: string): Promise<{ readonly socket: TLSSocket; readonly name: unknown }> {
    const socket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return { socket, name: socket.getPeerCertificate().subject.CN };
  }

  test('the service is announced as https, and serves nothing over http', async () => {
    const served = await serveHere(flags(pair));
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.parse(served.stdout.text)).toMatchObject({
      door: `${served.url}/-/`,
      map: `${served.url}/-/map`,
    });
    expect(await ask(`${served.url}/a`)).toBe(404);
    await expect(fetch(served.url.replace('https', 'http'))).rejects.toThrow('fetch failed');
    expect(await served.stop()).toBe(0);
  });

  test('a client of TLS 1.1 is refused', async () => {
    const served = await serveHere(flags(pair));
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
    await expect(ask(`${served.url}/a`, old)).rejects.toMatchObject({ code: /PROTOCOL_VERSION|ECONNRESET/ });
    expect(await ask(`${served.url}/a`, { maxVersion: 'TLSv1.2' })).toBe(404);
    await served.stop();
  });

  test('a page of the service itself may write over https, and one of another origin may not', async () => {
    const served = await serveHere(flags(pair));
    const from = (origin: string) =>
      ask(`${served.url}/a`, { method: 'DELETE', headers: { Origin: origin } });
    expect(await from(served.url)).toBe(200);
    expect(await from(served.url.replace('https', 'http'))).toBe(200);
    expect(await from('https://other.example')).toBe(403);
    const host = { headers: { Host: 'other.example' } };
    expect(await ask(`${served.url}/a`, host)).toBe(421);
    await served.stop();
  });

  test('SIGHUP renews the certificate, and connections go on', async () => {
    const renewed = { cert: join(folder, 'renewed.crt'), key: join(folder, 'renewed.key') };
    const write = (from: Pair) => {
      copyFileSync(from.cert, renewed.cert);
      copyFileSync(from.key, renewed.key);
    };
    write(pair);
    const served = await serveHere(flags(renewed));
    const before = await dial(served.url);
    expect(before.name).toBe('first');
    write(other);
    served.signal('SIGHUP');
    await expect
      .poll(() => served.stderr.text)
      .toContain('"event":"reread","what":"--tls-cert and --tls-key"');
    expect((await dial(served.url)).name).toBe('second');
    before.socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(before.socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /);
    expect(await served.stop()).toBe(0);
  });

  test('a renewed certificate that cannot be used is one error, and the one before stays', async () => {
    const cert = join(folder, 'spoilt.crt');
    copyFileSync(pair.cert, cert);
    const served = await serveHere(flags({ cert, key: pair.key }));
    writeFileSync(cert, 'spoilt');
    served.signal('SIGHUP');
    await expect.poll(() => served.stderr.text).toContain('has no certificate in PEM form');
    expect(served.stderr.text.trimEnd().split('\n')).toHaveLength(1);
    expect((await dial(served.url)).name).toBe('first');
    expect(await served.stop()).toBe(0);
  });

  test('with --tls-client-ca, only a client with a certificate of that authority is served', async () => {
    const client = createPair(folder, 'client', other);
    const served = await serveHere([...flags(pair), '--tls-client-ca', other.cert]);
    const withPair = ({ cert, key }: Pair) => ({ cert: readFileSync(cert), key: readFileSync(key) });
    expect(await ask(`${served.url}/a`, withPair(client))).toBe(404);
    await expect(ask(`${served.url}/a`)).rejects.toMatchObject({ code: /CERTIFICATE_REQUIRED|ECONNRESET/ });
    await expect(ask(`${served.url}/a`, withPair(pair))).rejects.toMatchObject({ code: /ALERT|ECONNRESET/ });
    await served.stop();
  });

  test.each<[string, () => readonly string[], number, RegExp]>([
    [
      'a certificate without a key',
      () => ['--tls-cert', pair.cert],
      2,
      /--tls-cert and --tls-key need each other/,
    ],
    [
      'a key without a certificate',
      () => ['--tls-key', pair.key],
      2,
      /--tls-cert and --tls-key need each other/,
    ],
    [
      'an authority without a certificate',
      () => ['--tls-client-ca', pair.cert],
      2,
      /--tls-client-ca needs --tls-cert/,
    ],
    [
      'a file that is missing',
      () => flags({ ...pair, cert: join(folder, 'none') }),
      1,
      /none of --tls-cert cannot be read/,
    ],
    [
      'a key in place of a certificate',
      () => flags({ ...pair, cert: pair.key }),
      1,
      /has no certificate in PEM form/,
    ],
    [
      'a certificate in place of a key',
      () => flags({ ...pair, key: pair.cert }),
      1,
      /has no private key in PEM form/,
    ],
    [
      'the key of another certificate',
      () => flags({ ...pair, key: other.key }),
      1,
      /is not that of the certificate/,
    ],
    ['an encrypted key', () => flags({ ...pair, key: encryptKey(pair) }), 1, /is encrypted; decrypt it/],
    [
      'an authority that is none',
      () => [...flags(pair), '--tls-client-ca', pair.key],
      1,
      /of --tls-client-ca has no certificate/,
    ],
  ])('%s is one line', async (_, args, exitCode, message) => {
    const refused = runHere(['serve', '--port', '0', '--store', 'memory:', ...args()]);
    expect(await refused.exitCode).toBe(exitCode);
    expect(refused.stderr.text).toMatch(message);
    expect(refused.stderr.text.trimEnd().split('\n').length).toBeLessThanOrEqual(exitCode);
  });
});
