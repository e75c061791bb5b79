import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../engines/find-program.ts';

/** Draws without a graphics card, and asks for nothing by itself. */
const args = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // No name leads anywhere, so that a page reaches the servers of this machine alone.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Starts Chromium without a window. It ends no later than this process. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findProgram('chromium') ?? 'chromium', args });
}
