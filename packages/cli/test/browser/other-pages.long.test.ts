import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, openMapTab, type Page, startBrowser } from '@location-records/workspace/browser';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fakeHere, serveHere } from '../run-here.ts';

/** Names that lead to this machine: of a page of another site, and of a machine without https. */
const [otherSite, plainName] = ['pages.example', 'service.example'];
const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const fault = '{"fault":"status","status":503}';

const reads = [
  ...['/', '/present', '/absent', '/-/', '/-/records?limit=all', '/-/map', '/-/tiles.json'],
  ...['/-/tiles/0/0/0.mvt', '/-/fake', '/-/fake/journal', '/-/fake/faults', '/-/fake/scopes'],
];
const writes = [
  ...['/present', '/new', '/-/records', '/-/fake/records', '/-/fake/faults', '/-/fake/reset'],
  ...['/-/fake/journal', '/-/fake/scopes'],
];

describeUnless(lacks({ program: 'chromium-headless-shell' }))('a page of another origin', () => {
  let browser: Browser;
  let pagePort: number;
  const pages = createServer(async (_req, res) => {
    const html = await readFile(new URL('hostile-page.html', import.meta.url));
    res.setHeader('Content-Type', 'text/html').end(html);
  });

  beforeAll(async () => {
    browser = await startBrowser({ localNames: [otherSite, plainName] });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    pagePort = (pages.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await browser.close();
    pages.closeAllConnections();
    pages.close();
  });

  /** Starts a command with one record. Returns its port, its state, and the statuses in its log so far. */
  async function start(command: 'serve' | 'fake', flags: readonly string[]) {
    const args = ['--areas', '--log', 'json', ...flags];
    const served = await (command === 'serve' ? serveHere(args) : fakeHere(args));
    onTestFinished(async () => void (await served.stop()));
    const { port } = new URL(served.url);
    const url = `http://127.0.0.1:${port}`;
    const headers = { 'Content-Type': 'application/json' };
    const target = command === 'serve' ? '/present' : '/-/fake/records';
    const body = command === 'serve' ? location : `{"present":${location}}`;
    await fetch(url + target, { method: command === 'serve' ? 'POST' : 'PUT', headers, body });
    return {
      port,
      async state() {
        const faults = await (await fetch(`${url}/-/fake/faults`)).text();
        return [faults, await (await fetch(url)).text()];
      },
      statuses() {
        // A connection that a browser opens in advance and does not use has no method.
        const lines = served.stdout.text.split('\n').filter((line) => line.includes('"method":"'));
        return lines.map((line) => JSON.parse(line).status as number);
      },
    };
  }

  async function openPage(host: string): Promise<Page> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`http://${host}:${pagePort}/`);
    return page;
  }

  const call = <Result>(page: Page, name: string, ...args: readonly string[]): Promise<Result> =>
    page.evaluate(`${name}(${args.map((arg) => JSON.stringify(arg)).join()})`);

  async function expectNothingDone(page: Page, service: string) {
    const texts = await Promise.all(reads.map((path) => call(page, 'read', service + path)));
    for (const text of texts) expect(text).toEqual(['TypeError', 'error']);
    for (const path of writes) {
      const body = path.endsWith('faults') ? fault : location;
      const statuses = await call<unknown[]>(page, 'write', service + path, body);
      expect(new Set(statuses)).toEqual(new Set(['TypeError']));
    }
    await expectNothingTold(page, service);
  }

  /** What the page can observe of a record is the same as of none. */
  async function expectNothingTold(page: Page, service: string) {
    const present = await call(page, 'observe', `${service}/present`);
    expect(present).toMatchObject({ seen: expect.any(Array), entries: expect.any(Array) });
    expect(await call(page, 'observe', `${service}/absent-`)).toEqual(present);
  }

  describe.each(['serve', 'fake'] as const)('of %s', (command) => {
    describe.each([
      ['default flags', []],
      ['--host 0.0.0.0', ['--host', '0.0.0.0']],
      ['--cors of a third origin', ['--cors', 'https://third.example']],
    ])('with %s', (_flags, flags) => {
      it.each([
        ['another site', otherSite],
        ['another port', '127.0.0.1'],
      ])('neither reads nor writes from %s', async (_what, host) => {
        const service = await start(command, flags);
        const before = await service.state();
        // A request is logged after its response.
        await expect.poll(() => service.statuses().length).toBe(3);
        const page = await openPage(host);
        await expectNothingDone(page, `http://127.0.0.1:${service.port}`);
        const statuses = service.statuses().slice(3);
        expect(statuses.length).toBeGreaterThan(100);
        expect(new Set(statuses)).toEqual(new Set([403]));
        expect(await service.state()).toEqual(before);
      });
    });

    it('neither reads nor writes a service of a network, to which browsers tell less', async () => {
      for (const flags of [[], ['--cors', 'https://third.example']]) {
        const service = await start(command, ['--host', '0.0.0.0', ...flags]);
        const before = await service.state();
        const page = await openPage(otherSite);
        await expectNothingDone(page, `http://${plainName}:${service.port}`);
        expect(await service.state()).toEqual(before);
      }
    });

    it('reads and writes if --cors names it, and only by fetch', async () => {
      const service = await start(command, ['--cors', `http://${otherSite}:${pagePort}`]);
      const url = `http://127.0.0.1:${service.port}`;
      const page = await openPage(otherSite);
      expect(await call(page, 'read', `${url}/`)).toEqual([`[["present",${location}]]`, 'error']);
      const [post, , put, , remove] = await call<unknown[]>(page, 'write', `${url}/new`, location);
      expect([post, put, remove]).toEqual([200, 200, 200]);
      if (command === 'fake') {
        const [added] = await call<unknown[]>(page, 'write', `${url}/-/fake/faults`, fault);
        expect(added).toBe(200);
      }
      await expectNothingTold(page, url);
    });

    it.each([[[]], [['--host', '0.0.0.0']]])('leaves its own map with everything: %j', async (flags) => {
      const service = await start(command, flags);
      const tab = await openMapTab(browser, `http://127.0.0.1:${service.port}/`);
      onTestFinished(() => tab.context.close());
      await tab.drawn();
      await expect.poll(tab.status).toBe('1 record in view');
      expect(
        await tab.page.evaluate(`fetch('/present', { method: 'DELETE' }).then(({ status }) => status)`),
      ).toBe(200);
      expect(await tab.page.evaluate(`fetch('/').then((response) => response.text())`)).toBe('[]');
      expect(tab.faults).toEqual([]);
    });

    it('links to it', async () => {
      const service = await start(command, []);
      const page = await openPage(otherSite);
      await page.evaluate(
        `document.body.innerHTML = '<a href="http://127.0.0.1:${service.port}/present">a</a>'`,
      );
      await page.click('a');
      await page.waitForURL(/present$/);
      expect(await page.textContent('body')).toBe(location);
    });
  });
});
