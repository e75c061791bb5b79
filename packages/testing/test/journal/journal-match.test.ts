import { describe, expect, it } from 'vitest';
import { createFake, type JournalMatch } from '../../src/index.ts';
import { locationAt, post, write } from '../fake-requests.ts';

const work = { description: 'work', coordinates: { latitude: 1, longitude: 2 } };

/** A fake with a record that was created, and one whose replacement was refused. */
async function visited() {
  const fake = createFake();
  await post(fake, 'work', work);
  await write(fake, 'PUT', 'absent', locationAt(3));
  await fake.fetch('work');
  return fake;
}

describe('a match of the journal', () => {
  it.each<[string, JournalMatch, number]>([
    ['a part of the body', { body: { description: 'work' } }, 1],
    ['a part of a part', { body: { coordinates: { latitude: 1 } } }, 1],
    ['the whole body', { body: work }, 1],
    ['the text of the body', { body: JSON.stringify(work) }, 1],
    ['another text', { body: JSON.stringify(work, null, 1) }, 0],
    ['another value', { body: { description: 'home' } }, 0],
    ['a member that it lacks', { body: { altitude: 3 } }, 0],
    ['a member that it must lack', { body: { description: undefined } }, 1],
    ['what all objects inherit', { body: { constructor: Object } }, 0],
    ['a matcher of the runner', { body: { description: expect.stringMatching(/^w/) } }, 1],
    ['a matcher for the whole', { body: expect.anything() }, 2],
    ['a status', { status: 404 }, 1],
    ['a status and a method', { status: 404, method: 'POST' }, 0],
    ['no member', {}, 3],
  ])('takes %s', async (_what, match, count) => {
    const { journal } = await visited();
    expect(journal.count(match)).toBe(count);
  });

  it.each<[string, unknown, unknown, boolean]>([
    ['arrays of another length', [1], [1, 2], false],
    ['arrays of objects with further members', [{ a: 1 }], [{ a: 1, b: 2 }], true],
    ['an array instead of an object', { 0: 1 }, [1], false],
    ['an object instead of an array', [], {}, false],
    ['null instead of an object', {}, null, false],
    ['null', null, null, true],
    ['an object instead of a number', 1, {}, false],
    ['-0, which JSON.stringify writes as 0', -0, 0, true],
  ])('compares %s', async (_what, body, sent, isMatch) => {
    const fake = createFake();
    const headers = { 'Content-Type': 'application/json' };
    await fake.fetch('a', { method: 'POST', headers, body: JSON.stringify(sent) });
    expect(fake.journal.count({ body })).toBe(isMatch ? 1 : 0);
  });
});

describe('the message about a match', () => {
  it('says where the body differs, and why each response was what it was', async () => {
    const { journal } = await visited();
    const wanted = { method: 'POST', body: { coordinates: { latitude: 5 } } };
    expect(() => journal.expectSome(wanted)).toThrow(
      [
        'Expected a POST request with a body like {"coordinates":{"latitude":5}}, but this has arrived:',
        `  POST /work 200, body ${JSON.stringify(JSON.stringify(work))} – SPEC 4.5.7: every check passed: created, or replaced if it was present – its body.coordinates.latitude is 1, not 5`,
        `  PUT /absent 404, body ${JSON.stringify(JSON.stringify(locationAt(3)))} – SPEC 4.5.5: the record "absent" is absent`,
        '  GET /work 200 – SPEC 4: the record is present',
      ].join('\n'),
    );
  });

  it.each<[JournalMatch, string]>([
    [{ method: 'GET', body: {} }, 'the service has not read its body'],
    [{ method: 'POST', body: '{}' }, 'its body is another text'],
    [
      { method: 'POST', body: { coordinates: [] } },
      'its body.coordinates is {"latitude":1,"longitude":2}, not an array',
    ],
    [{ method: 'POST', body: { description: {} } }, 'its body.description is "work", not an object'],
    [{ method: 'POST', body: { description: expect.any(Number) } }, 'its body.description is "work"'],
  ])('says of %j: %s', async (match, difference) => {
    const { journal } = await visited();
    expect(() => journal.expectSome(match)).toThrow(` – ${difference}`);
  });

  it.each<[unknown, string]>([
    [expect.any(Number), 'a body like "Any<Number>"'],
    [expect.stringContaining('x'), String.raw`a body like "StringContaining \"x\""`],
    [{ a: expect.stringMatching(/x/) }, String.raw`a body like {"a":"StringMatching \"/x/\""}`],
    [expect.objectContaining({ a: 1 }), String.raw`a body like "ObjectContaining {\"a\":1}"`],
  ])('names the matchers of a runner: %s', (body, words) => {
    expect(() => createFake().journal.expectSome({ body })).toThrow(`Expected a request with ${words}, but`);
  });

  it('names all members when one is unknown', () => {
    const match: object = { metod: 'PUT' };
    expect(() => createFake().journal.count(match)).toThrow(
      'Unknown option "metod". Known options: method, id, route, where, body, status.',
    );
  });

  it('says so of a body that is not JSON', async () => {
    const fake = createFake();
    await fake.fetch('a', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
    expect(() => fake.journal.expectSome({ body: {} })).toThrow('its body is not JSON');
  });

  it('has the plural in its place', async () => {
    const { journal } = await visited();
    const match = { method: 'POST', id: 'work', status: 400 };
    expect(() => journal.expectCount(2, match)).toThrow(
      'Expected 2 POST requests for "work" and the response 400, not 0, but this has arrived:',
    );
  });
});
