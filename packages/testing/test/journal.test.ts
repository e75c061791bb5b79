import { describe, expect, it, vi } from 'vitest';
import { createFake, type JournalMatch } from '../src/index.ts';
import '../src/vitest.ts';
import { locationAt, numberedRecords, post, write } from './fake-requests.ts';

const home = { description: 'Home', ...locationAt(1) };

async function usedFake() {
  const fake = createFake({ records: { home } });
  await fake.fetch('home');
  await write(fake, 'PUT', 'away', home);
  await post(fake, 'home', home);
  return fake;
}

describe('the journal', () => {
  it('has an entry for each request, in the order of arrival', async () => {
    const fake = await usedFake();
    expect(fake.journal.lines()).toEqual(['GET /home 200', 'PUT /away 404', 'POST /home 200']);
    const [, entry] = fake.journal;
    expect(entry).toMatchObject({
      number: 2,
      request: { method: 'PUT', target: '/away', path: '/away', id: 'away', body: JSON.stringify(home) },
      response: { status: 404, body: '{"error_message":"Location not found: away"}' },
      outcome: 'completed',
      explanation: { clause: 'SPEC 4.5.5', reason: expect.any(String) },
      faults: [],
    });
    expect(entry?.request.headers['content-type']).toEqual(['application/json']);
  });

  it('has no body that the service has not read', async () => {
    const fake = createFake();
    await fake.fetch('home', { method: 'POST', body: '{}' });
    expect(fake.journal.entries[0]?.request.body).toBeUndefined();
    expect(fake.journal.entries[0]?.explanation?.clause).toBe('SPEC 4.5.1');
  });

  it('says "pending" until the response has been read to its end', async () => {
    const fake = createFake({ records: numberedRecords(5000) });
    const response = await fake.fetch('');
    expect(fake.journal.entries[0]?.outcome).toBe('pending');
    const body = await response.text();
    expect(fake.journal.entries[0]).toMatchObject({ outcome: 'completed', response: { body } });
  });

  it('says "left" if the client goes away during its upload', async () => {
    const fake = createFake();
    const body = () => Promise.reject(new Error('gone'));
    const headers = { 'content-type': ['application/json'] };
    await expect(fake.handle({ method: 'POST', target: '/a', headers, body })).rejects.toThrow('gone');
    expect(fake.journal.lines()).toEqual(['POST /a left']);
  });

  it.each<[JournalMatch, number[]]>([
    [{}, [1, 2, 3]],
    [{ method: ['PUT', 'POST'] }, [2, 3]],
    [{ target: '/home' }, [1, 3]],
    [{ target: '/*w*' }, [2]],
    [{ status: 200 }, [1, 3]],
    [{ outcome: 'left' }, []],
    [{ body: JSON.stringify(home) }, [2, 3]],
    [{ body: { description: 'Home' }, status: 200 }, [3]],
    [{ body: { coordinates: { latitude: expect.any(Number), longitude: 1 } } }, [2, 3]],
    [{ body: { coordinates: [] } }, []],
    [{ body: { toString: undefined } }, []],
  ])('filters its entries by %o', async (match, numbers) => {
    const fake = await usedFake();
    expect(fake.journal.filter(match).map(({ number }) => number)).toEqual(numbers);
  });

  it.each([{ methods: 'PUT' }, { status: 1 }, { outcome: 'lost' }, { method: 5 }, null])(
    'refuses the match %o',
    (match) => {
      expect(() => createFake().journal.filter(match as JournalMatch)).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
      );
    },
  );

  it('expect() returns the matching entries, or throws an error that lists all requests', async () => {
    const fake = await usedFake();
    expect(fake.journal.expect({ method: 'PUT', times: 1 })).toHaveLength(1);
    expect(fake.journal.expect({ method: 'DELETE', times: 0 })).toEqual([]);
    expect(() => fake.journal.expect({ method: 'DELETE' })).toThrow(
      expect.objectContaining({
        code: 'JOURNAL_MISMATCH',
        message: expect.stringMatching(
          /^Expected requests like \{"method":"DELETE"\}, but 0 matched\.[\s\S]*PUT \/away 404, body .*SPEC 4\.5\.5: /,
        ),
      }),
    );
  });
});

describe.each(['Vitest', 'Jest'])('the matcher in %s', (runner) => {
  /** Jest passes its matchers to the same function. */
  async function expectOf() {
    if (runner === 'Vitest') return expect;
    vi.resetModules();
    vi.doMock('@jest/globals', () => ({ expect }));
    await import('../src/jest.ts');
    return expect;
  }

  it('passes or fails by the requests that have arrived, and lists them', async () => {
    const [fake, check] = [await usedFake(), await expectOf()];
    check(fake).toHaveReceived();
    check(fake).toHaveReceived({ method: 'PUT', times: 1 });
    check(fake).not.toHaveReceived({ method: 'DELETE' });
    expect(() => check(fake).toHaveReceived({ target: '/home', times: 3 })).toThrow(
      'Expected requests like {"target":"/home","times":3}, but 2 matched. The fake has received this:\n  GET /home 200',
    );
    expect(() => check(fake).not.toHaveReceived({ method: 'PUT' })).toThrow(
      'Expected no requests like {"method":"PUT"}, but 1 matched.',
    );
    expect(() => check({}).toHaveReceived()).toThrow('a fake, as createFake() returns it');
  });
});
