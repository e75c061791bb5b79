import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFake, replaceFetch, respondWith } from '../../src/index.ts';

/** Of what jsdom lacks; vitest itself needs the text codecs to give an error its stack. */
const missing = ['Request', 'Response', 'ReadableStream'];

/** A test environment without these globals, as that of jest-environment-jsdom is. */
function without(...names: readonly string[]): void {
  for (const name of names) vi.stubGlobal(name, undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

function errorOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('a test environment that lacks globals', () => {
  it('can load the fake, and use it as far as it needs none of them', async () => {
    vi.resetModules();
    without(...missing, 'TextEncoder', 'TextDecoder');
    const testing: typeof import('../../src/index.ts') = await import('../../src/index.ts');
    const fake = testing.createFake({ records: { a: { coordinates: { latitude: 1, longitude: 2 } } } });
    const body = async () => new Uint8Array();
    const response = await fake.handle({ method: 'GET', target: '/a', headers: {}, body });
    expect(response.status).toBe(200);
  });

  it('is told which, and what to do, before anything else happens', async () => {
    const fake = createFake();
    without(...missing);
    const refused = await fake.fetch('a').catch((error) => error);
    const replaced = errorOf(() => replaceFetch(fake));
    // What compares the errors may need the globals itself.
    vi.unstubAllGlobals();
    const message = expect.stringMatching(/no Request, Response, .*: choose an environment/);
    for (const error of [refused, replaced]) {
      expect(error).toMatchObject({ code: 'GLOBAL_MISSING', missing, message });
    }
    expect(fake.journal.count()).toBe(0);
  });

  it('is told which where only a body needs them', async () => {
    without('TextDecoder');
    const headers = { 'content-type': ['application/json'] };
    const body = async () => Uint8Array.of(0x7b);
    const asked = { method: 'POST', target: '/a', headers, body };
    const refused = await createFake()
      .handle(asked)
      .catch((error) => error);
    vi.unstubAllGlobals();
    expect(refused).toMatchObject({ code: 'GLOBAL_MISSING', missing: ['TextDecoder'] });
  });
});

it('a field of respondWith takes the place of another spelling of its name', async () => {
  const fake = createFake();
  fake.faults.add(respondWith(503, { headers: { 'content-type': 'text/plain' } }), { times: 1 });
  expect((await fake.fetch('a')).headers.get('content-type')).toBe('text/plain');
  fake.faults.add(respondWith(200, { body: 'long', headers: { 'content-length': '4' } }));
  expect((await fake.fetch('a')).headers.get('content-length')).toBe('4');
});
