import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, openMapTab, startBrowser } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serveHere } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-map-tokens-'));
const tokens = join(folder, 'tokens');
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

function writeTokens(...held: readonly (readonly [token: string, role: string])[]): void {
  const lines = held.map(
    ([token, role]) => `${role}:${role}:${createHash('sha256').update(token).digest('hex')}`,
  );
  writeFileSync(tokens, lines.join('\n'), { mode: 0o600 });
}

describeUnless(lacks({ program: 'chromium-headless-shell' }))('the map of a service with tokens', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Starts a service with the tokens `writer` and `reader`, and one record. */
  async function start() {
    writeTokens(['writer', 'write'], ['reader', 'read']);
    const served = await serveHere(['--token-file', tokens, '--log', 'json']);
    onTestFinished(async () => void (await served.stop()));
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer writer' };
    await fetch(`${served.url}/a`, { method: 'POST', headers, body: location });
    return served;
  }

  /** Opens the map as a user who gives a token when the browser asks for a password. */
  async function openMap(url: string, password: string) {
    const httpCredentials = { username: 'ada', password };
    // The first response to each part of the service is 401: browsers ask then.
    const tab = await openMapTab(browser, `${url}/`, { httpCredentials, mayFail: true });
    onTestFinished(() => tab.context.close());
    return tab;
  }

  /** The status of a request of the page, which has the token from the browser. */
  const send = (method: string, path: string) =>
    `fetch(${JSON.stringify(path)}, { method: '${method}', headers: { 'Content-Type': 'application/json' }, ${
      method === 'POST' ? `body: ${JSON.stringify(location)}` : ''
    } }).then(({ status }) => status)`;

  const hearEvents = `new Promise((resolve) => {
    const source = new EventSource('/-/events');
    source.onopen = () => resolve('open');
    source.onerror = () => resolve('refused');
  })`;

  it('asks for a token, and then shows, changes and follows records', async () => {
    const { url } = await start();
    const tab = await openMap(url, 'writer');
    await tab.drawn();
    expect(await tab.items.count()).toBe(1);
    expect(await tab.isRecordAt({ latitude: 1, longitude: 2 })).toBe(true);
    expect(await tab.page.evaluate(send('POST', '/b'))).toBe(200);
    expect(await tab.page.evaluate(send('DELETE', '/b'))).toBe(200);
    expect(await tab.page.evaluate(send('GET', '/-/metrics'))).toBe(403);
    expect(await tab.page.evaluate(hearEvents)).toBe('open');
    expect(await tab.problem()).toBe('');
    expect(tab.faults).toEqual([]);
  });

  it('shows records to a user who may only read, and changes none', async () => {
    const { url } = await start();
    const tab = await openMap(url, 'reader');
    await tab.drawn();
    expect(await tab.items.count()).toBe(1);
    expect(await tab.page.evaluate(send('POST', '/b'))).toBe(403);
    expect(await tab.page.evaluate(send('DELETE', '/a'))).toBe(403);
  });

  it('shows nothing with a wrong token', async () => {
    const { url } = await start();
    const context = await browser.newContext({ httpCredentials: { username: 'ada', password: 'wrong' } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    expect((await page.goto(`${url}/-/map`))?.status()).toBe(401);
  });

  it('says in one line what to do when the token is revoked', async () => {
    const served = await start();
    const tab = await openMap(served.url, 'writer');
    await tab.drawn();
    writeTokens(['reader', 'read']);
    served.signal('SIGHUP');
    await expect.poll(() => served.stderr.text).toContain('"event":"reread"');
    await expect
      .poll(tab.problem, { timeout: 60_000 })
      .toBe('The service no longer accepts your token. Reload the page to give another one.');
    expect(await tab.items.count()).toBe(1);
    expect(tab.faults).toEqual([]);
  });
});
