import { describe, expect, it } from 'vitest';
import { createFake } from '../../src/index.ts';
import '../../src/vitest/index.ts';
import { locationAt, post, write } from '../fake-requests.ts';

const plain = ['POST /a 200', 'PUT /b 404', 'GET /c 404'];
const refused = `PUT /b 404, body ${JSON.stringify(JSON.stringify(locationAt(2)))} – SPEC 4.5.5: the record "b" is absent`;

async function visitedLines() {
  const fake = createFake();
  await post(fake, 'a', locationAt(1));
  await write(fake, 'PUT', 'b', locationAt(2));
  await fake.fetch('c');
  return fake.journal.lines();
}

describe.for(['toEqual', 'toStrictEqual'] as const)('a failed %s of the lines of a journal', (name) => {
  it('shows the reasons of the errors that were not expected', async () => {
    const lines = await visitedLines();
    const expected = ['POST /a 200', 'PUT /b 200', 'GET /c 404'];
    const shown = { actual: ['POST /a 200', refused, 'GET /c 404'], expected };
    expect(() => expect(lines)[name](expected)).toThrow(expect.objectContaining(shown));
    await expect(expect(visitedLines()).resolves[name](expected)).rejects.toMatchObject(shown);
    const polled = expect.poll(() => lines, { timeout: 1 })[name](expected);
    await expect(polled).rejects.toMatchObject(shown);
  });

  it('shows no reason of a response that succeeded', async () => {
    const lines = await visitedLines();
    expect(() => expect(lines)[name]([])).toThrow(
      expect.objectContaining({
        actual: ['POST /a 200', refused, expect.stringContaining('GET /c 404 – SPEC 4.1')],
      }),
    );
  });

  it('shows the reasons where a matcher was expected, unless they are what it demands', async () => {
    const lines = await visitedLines();
    const shown = ['POST /a 200', refused, expect.stringContaining('GET /c 404 – SPEC 4.1')];
    expect(() => expect(lines)[name](expect.arrayContaining(['GET /c 200']))).toThrow(
      expect.objectContaining({ actual: shown }),
    );
    const demanding = expect.arrayContaining([expect.stringContaining('SPEC')]);
    expect(() => expect(lines)[name](demanding)).toThrow(expect.objectContaining({ actual: plain }));
  });

  it('shows a line without the reason that would make it equal', async () => {
    const lines = await visitedLines();
    const expected = [...plain.slice(0, 2), expect.stringContaining('SPEC')];
    expect(() => expect(lines)[name](expected)).toThrow(expect.objectContaining({ actual: plain }));
  });

  it('leaves the lines as they were', async () => {
    const lines = await visitedLines();
    expect(() => expect(lines)[name]([])).toThrow('to');
    expect([...lines]).toEqual(plain);
    expect(lines).not[name](['POST /a 200']);
    expect(lines.join()).toBe(plain.join());
    expect(() => expect(lines).not[name](plain)).toThrow(expect.objectContaining({ actual: plain }));
    expect(lines)[name](plain);
  });
});

describe('the lines of a journal', () => {
  it('match the matchers of the runner', async () => {
    const lines = await visitedLines();
    expect(lines).toEqual(['POST /a 200', expect.stringMatching(/^PUT/), expect.any(String)]);
    expect(lines).toEqual(expect.arrayContaining(['PUT /b 404']));
    expect(lines).not.toEqual(['POST /a 200', expect.stringContaining('SPEC'), 'GET /c 404']);
  });

  it('are compared and shown in the order in which the test has sorted them', async () => {
    const lines = (await visitedLines()) as string[];
    const sorted = ['GET /c 404', 'POST /a 200', 'PUT /b 404'];
    expect(lines.sort()).toEqual(sorted);
    expect(() => expect(lines).toEqual([])).toThrow(expect.objectContaining({ actual: sorted }));
  });
});

it('other arrays are compared as ever', () => {
  expect([1, { a: 2 }]).toEqual([1, { a: 2 }]);
  expect(() => expect(['a']).toEqual(['b'])).toThrow(
    expect.objectContaining({ actual: ['a'], expected: ['b'] }),
  );
});
