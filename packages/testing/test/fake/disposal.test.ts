import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFake, loseResponse, replaceFetch } from '../../src/index.ts';

describe('what works with using', () => {
  it('a fake, which closes its ports', async () => {
    const urls: string[] = [];
    {
      await using fake = createFake();
      for (let port = 0; port < 2; port++) urls.push((await fake.listen()).url);
      for (const url of urls) expect((await fetch(url)).status).toBe(200);
    }
    for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('a fake that listens', async () => {
    const fake = createFake();
    let address = '';
    {
      await using listening = await fake.listen();
      address = listening.url;
    }
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    await fake.close();
  });

  it('an added fault, which is removed', async () => {
    const fake = createFake();
    {
      using added = fake.faults.add(loseResponse());
      await expect(fake.fetch('')).rejects.toThrow(TypeError);
      expect(added.timesApplied).toBe(1);
    }
    expect((await fake.fetch('')).status).toBe(200);
  });

  it('a replaced fetch, which is restored', () => {
    const original = globalThis.fetch;
    {
      using _restore = replaceFetch(createFake());
      expect(globalThis.fetch).not.toBe(original);
    }
    expect(globalThis.fetch).toBe(original);
  });
});

describe('the end of a fake', () => {
  it('may come twice, and while a port is being opened', async () => {
    const fake = createFake();
    const listening = fake.listen();
    await fake.close();
    await expect(fetch((await listening).url)).rejects.toThrow('fetch failed');
    await fake.close();
  });

  it('does not mind a port that could not be opened', async () => {
    const fake = createFake();
    const { port } = await fake.listen();
    await expect(createFake().listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = createFake();
    await expect(other.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await Promise.all([fake.close(), other.close()]);
  });
});

it('a replaced network has the key where the symbol is missing', async () => {
  const key = Symbol.for('Symbol.dispose');
  const disposal = '../../src/fake/disposal.ts';
  vi.resetModules();
  vi.doMock(disposal, () => ({ dispose: key, asyncDispose: Symbol.for('Symbol.asyncDispose') }));
  onTestFinished(() => {
    vi.doUnmock(disposal);
  });
  const { replaceNetwork } = await import('../../src/network/index.ts');
  const original = globalThis.fetch;
  const network: object = replaceNetwork(createFake());
  expect(globalThis.fetch).not.toBe(original);
  Reflect.get(network, key).call(network);
  expect(globalThis.fetch).toBe(original);
});

it('has the keys that compilers look for in a context without the symbols, as those of Jest are', async () => {
  const { for: forKey } = Symbol;
  const missing = { dispose: { value: undefined }, asyncDispose: { value: undefined } };
  const describeSymbol = (description: string) => forKey(description);
  vi.resetModules();
  vi.stubGlobal('Symbol', Object.defineProperties(Object.setPrototypeOf(describeSymbol, Symbol), missing));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { dispose, asyncDispose } = await import('../../src/fake/disposal.ts');
  expect([dispose, asyncDispose]).toEqual([forKey('Symbol.dispose'), forKey('Symbol.asyncDispose')]);
});
