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
];

/** How a browser is started. */
export interface BrowserOptions {
  /** Names that lead to 127.0.0.1. No other does anywhere: a page reaches the servers of this machine alone. */
  readonly localNames?: readonly string[] | undefined;
}

/** Starts Chromium without a window. It ends no later than this process. */
export function startBrowser({ localNames = [] }: BrowserOptions = {}): Promise<Browser> {
  const rules = [
    ...localNames.map((name) => `MAP ${name} 127.0.0.1`),
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
  ];
  return chromium.launch({
    executablePath: findProgram('chromium-headless-shell') ?? 'chromium-headless-shell',
    args: [...args, `--host-resolver-rules=${rules.join(', ')}`],
  });
}
