/**
 * A real browser for tests and campaigns: Debian's Chromium.
 *
 * @module
 */

export type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Request,
  Route,
} from 'playwright-core';
export { type MapTab, type MapTabOptions, openMapTab } from './map-tab.ts';
export { startBrowser } from './start-browser.ts';
