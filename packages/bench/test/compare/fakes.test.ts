import { expect, test } from 'vitest';
import { begin } from '../../src/compare/fakes/create-fake.mjs';
import { testOnce } from '../../src/compare/fakes/one-test.mjs';

test('the test passes again after a reset, and fails where PUT changes nothing', async () => {
  const { url, reset, end } = await begin();
  await testOnce(url);
  reset();
  await testOnce(url);
  reset();
  const { fetch } = globalThis;
  const ignoring: typeof fetch = async (input, init) =>
    init?.method === 'PUT' ? new Response(null, { status: 200 }) : fetch(input, init);
  // Not a spy: a later `vi.restoreAllMocks()` in this process would bring back the fetch of the fake.
  globalThis.fetch = ignoring;
  try {
    await expect(testOnce(url)).rejects.toThrow();
  } finally {
    globalThis.fetch = fetch;
  }
  end();
});
