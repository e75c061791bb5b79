import {
  type Browser,
  type MapTab,
  type MapTabOptions,
  openMapTab,
  startBrowser,
} from '@location-records/workspace/browser';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type MapServer, type MapServerOptions, startMapServer } from './map-server.ts';

/** What tests of one file do with a browser. */
export interface BrowserOfTests {
  /** Starts a server for one test. */
  serve(options?: MapServerOptions): Promise<MapServer>;
  /** Opens the map in a fresh context for one test, which fails on any fault in it. */
  open(server: Pick<MapServer, 'service'>, options?: MapTabOptions): Promise<MapTab>;
}

/**
 * Starts a browser for the tests of a file. After each of them it closes what the test has opened; a test
 * that fails tells what its pages show.
 */
export function useBrowser(): BrowserOfTests {
  let browser: Browser;
  let tabs: MapTab[] = [];
  let servers: MapServer[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      for (const { page } of tabs) {
        // A page that has crashed shows nothing.
        const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
        process.stderr.write(`The page as it was:\n${shown}\n`);
      }
    }
    const faults = tabs.flatMap((tab) => tab.faults);
    for (const { context } of tabs) await context.close();
    for (const server of servers) await server.stop();
    tabs = [];
    servers = [];
    expect(faults).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    async serve(options) {
      const server = await startMapServer(options);
      servers.push(server);
      return server;
    },
    async open({ service }, options) {
      const tab = await openMapTab(browser, service, options);
      tabs.push(tab);
      return tab;
    },
  };
}
