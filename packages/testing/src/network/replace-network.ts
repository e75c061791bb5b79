import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';
import { dispose } from '../fake/disposal.ts';
import { fetchGlobals, requireGlobals } from '../fake/errors.ts';
import type { Fetch } from '../fake/fake-fetch.ts';
import { isConnectionBroken } from '../faults/connection-broken-error.ts';
import { createLocalServer, type LocalServer } from './local-server.ts';
import {
  createStandIn,
  type FakeService,
  type StandIn,
  type StandInOptions,
  unhandledError,
} from './stand-in.ts';
import { redirectDispatchers } from './undici-dispatchers.ts';

const reactions = ['error', 'warn', 'pass'] as const;

/** What to do with a request that is not below the URL of a fake. */
export type UnhandledReaction = (typeof reactions)[number];

/** Options of {@link replaceNetwork}. */
export interface ReplaceNetworkOptions extends StandInOptions {
  /**
   * What to do with a request to another machine that is not below the URL: fail it with a `UrlNotServedError`, print a
   * warning and let it pass, or let it pass. Requests to this machine (`localhost`, `127.0.0.1`) always pass.
   * @default 'error'
   */
  readonly onUnhandled?: UnhandledReaction | undefined;
}

/** The network is replaced until it is restored. It works with `using`. */
export interface ReplacedNetwork {
  /** Restores the network. Calling it again does nothing. */
  restore(): void;
  [Symbol.dispose](): void;
}

interface Replacement extends StandIn {
  readonly onUnhandled: UnhandledReaction;
  readonly server: LocalServer;
}

/** The replacements that hold, the latest first. */
let replacements: readonly Replacement[] = [];
/** Undoes what the first replacement has installed. */
let uninstall = () => {};

/**
 * Puts a fake in the place of a service for `fetch`, node:http, node:https and the global dispatcher of undici.
 * Clients on top of these, such as axios and got, need no change. A fault that breaks the connection fails a request
 * as a real broken connection does. Several fakes can replace services at once, and be restored in any order; the
 * strictest `onUnhandled` of them counts.
 *
 * @throws {InvalidArgumentError} when `fake` is not a fake.
 * @throws {OptionError} when an option is unknown or not valid.
 * @throws {MissingGlobalError} when the test environment has no `Request` or the like.
 *
 * @example
 * const network = replaceNetwork(fake, { url: 'https://api.example.com' });
 * afterAll(() => network.restore());
 */
export function replaceNetwork(fake: FakeService, options?: ReplaceNetworkOptions): ReplacedNetwork {
  const { url, onUnhandled = 'error' } = checkOptionNames(options, ['url', 'onUnhandled']);
  if (!reactions.includes(onUnhandled)) throw new OptionError('onUnhandled', "'error', 'warn' or 'pass'");
  const standIn = createStandIn(fake, { url });
  requireGlobals(...fetchGlobals);
  const replacement: Replacement = { ...standIn, onUnhandled, server: createLocalServer(standIn.handle) };
  if (replacements.length === 0) uninstall = install();
  replacements = [replacement, ...replacements];
  const restore = () => {
    if (!replacements.includes(replacement)) return;
    replacements = replacements.filter((other) => other !== replacement);
    replacement.server.close();
    if (replacements.length === 0) uninstall();
  };
  return { restore, [dispose]: restore };
}

/** Installs what asks for replacements, in all ways to the network. */
function install(): () => void {
  const undo = [replaceHttp(), replaceGlobalFetch(), replaceUndici()];
  return () => {
    for (const step of undo) step();
    warned.clear();
  };
}

/** For node:http and node:https. */
function replaceHttp(): () => void {
  const interceptor = new ClientRequestInterceptor();
  interceptor.on('request', async ({ request, controller }) => {
    try {
      const replacement = findReplacement(request.method, new URL(request.url));
      if (replacement) controller.respondWith(await replacement.fetch(request));
    } catch (error) {
      controller.errorWith(isConnectionBroken(error) ? socketHangUp() : error);
    }
  });
  interceptor.apply();
  return () => interceptor.dispose();
}

/** The error of node:http when a server closes the connection before its response. */
function socketHangUp(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

/** For the global `fetch`, which belongs to another realm in some test runners. */
function replaceGlobalFetch(): () => void {
  const target = globalThis as { fetch: Fetch };
  const original = target.fetch;
  const replaced: Fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const replacement = URL.canParse(url) ? findReplacement(method, new URL(url)) : undefined;
    return replacement ? replacement.networkFetch(input, init) : original(input, init);
  };
  target.fetch = replaced;
  return () => {
    // What has replaced it since keeps working: without replacements all requests pass.
    if (target.fetch === replaced) target.fetch = original;
  };
}

/** For all functions of undici. Their callbacks are private, so that a server responds. */
function replaceUndici(): () => void {
  return redirectDispatchers((method, url) => findReplacement(method, url)?.server.origin());
}

const warned = new Set<string>();

/**
 * The replacement that serves a URL; `undefined` when the request passes to the network.
 *
 * @throws {UrlNotServedError} when it must not pass.
 */
function findReplacement(method: string, url: URL): Replacement | undefined {
  const found = replacements.find((replacement) => replacement.serves(url));
  if (found || !/^https?:$/.test(url.protocol) || isThisMachine(url.hostname)) return found;
  const reaction = reactions.find((name) => replacements.some(({ onUnhandled }) => onUnhandled === name));
  if (reaction === 'error') throw unhandledError(method, url);
  const line = `${method} ${url.origin}${url.pathname}`;
  // A request may pass two of the ways, such as `fetch` and its dispatcher.
  if (reaction === 'warn' && !warned.has(line)) {
    warned.add(line);
    process.emitWarning(`${line} is not under the URL of a fake, and goes to the network.`);
  }
  return undefined;
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(host);
}
