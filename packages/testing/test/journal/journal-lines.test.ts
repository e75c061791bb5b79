import { describe, expect, it } from 'vitest';
import { createFake } from '../../src/index.ts';
import { showReasons } from '../../src/journal/journal-lines.ts';
import { locationAt, post, write } from '../fake-requests.ts';

// As the entries for Vitest and Jest do.
expect.addEqualityTesters([showReasons]);

const refused = `PUT /b 404, body ${JSON.stringify(JSON.stringify(locationAt(2)))} – SPEC 4.5.5: the record "b" is absent`;

async function visitedLines() {
  const fake = createFake();
  await post(fake, 'a', locationAt(1));
  await write(fake, 'PUT', 'b', locationAt(2));
  await fake.fetch('c');
  return fake.journal.lines();
}

describe('the lines of a journal', () => {
  it('show the reasons of the errors that were not expected, where toEqual prints them', async () => {
    const lines = await visitedLines();
    const expected = ['POST /a 200', 'PUT /b 200', 'GET /c 404'];
    expect(() => expect(lines).toEqual(expected)).toThrow(
      expect.objectContaining({ actual: ['POST /a 200', refused, 'GET /c 404'], expected }),
    );
  });

  it('show no reason of a response that succeeded', async () => {
    const lines = await visitedLines();
    expect(() => expect(lines).toEqual([])).toThrow(
      expect.objectContaining({
        actual: ['POST /a 200', refused, expect.stringContaining('GET /c 404 – SPEC 4.1')],
      }),
    );
  });

  it('are compared without the reasons, also after a comparison that failed', async () => {
    const lines = await visitedLines();
    const plain = ['POST /a 200', 'PUT /b 404', 'GET /c 404'];
    expect(lines).not.toEqual(['POST /a 200']);
    expect(lines).toEqual(plain);
    expect(lines).not.toEqual([...plain.slice(0, 2), 'GET /d 404']);
    expect(lines).toStrictEqual(plain);
    expect([...lines]).toEqual(plain);
  });

  it('match the matchers of the runner', async () => {
    const lines = await visitedLines();
    expect(lines).toEqual(['POST /a 200', expect.stringMatching(/^PUT/), expect.any(String)]);
    expect(lines).toEqual(expect.arrayContaining(['PUT /b 404']));
    expect(lines).not.toEqual(['POST /a 200', expect.stringContaining('SPEC'), 'GET /c 404']);
  });
});

it('other arrays are compared as ever', () => {
  expect([1, { a: 2 }]).toEqual([1, { a: 2 }]);
  expect(['a']).not.toEqual(['b']);
});
