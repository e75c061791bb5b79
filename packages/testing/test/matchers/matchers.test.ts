import { describe, expect, it } from 'vitest';
import { createFake, type JournalMatch, respondWith } from '../../src/index.ts';
import '../../src/vitest/index.ts';
import { locationAt, post, write } from '../fake-requests.ts';

async function visited() {
  const fake = createFake();
  fake.faults.add(respondWith(503), { method: 'DELETE' });
  await post(fake, 'home', locationAt(1));
  await write(fake, 'PUT', 'work', locationAt(2));
  await fake.fetch('home', { method: 'DELETE' });
  return fake;
}

/** The list of what {@link visited} has sent. */
const arrived = [
  '  POST /home 200, body "{\\"coordinates\\":{\\"latitude\\":1,\\"longitude\\":1}}" – SPEC 4.5.7: every check passed: created, or replaced if it was present',
  '  PUT /work 404, body "{\\"coordinates\\":{\\"latitude\\":2,\\"longitude\\":2}}" – SPEC 4.5.5: the record "work" is absent',
  '  DELETE /home 503 – met respondWith(503)',
];

/** The message of what an assertion throws. */
async function messageOf(assert: () => unknown): Promise<string> {
  try {
    await assert();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
}

describe('toHaveReceived', () => {
  it('passes when a request matches, and its opposite when none does', async () => {
    const fake = await visited();
    expect(fake).toHaveReceived();
    expect(fake).toHaveReceived({ method: 'POST', id: 'home', body: { coordinates: { latitude: 1 } } });
    expect(fake).toHaveReceived({ id: /^wo/, body: { coordinates: expect.any(Object) }, status: 404 });
    expect(fake).not.toHaveReceived({ method: 'GET' });
    expect(createFake()).not.toHaveReceived();
    await expect(visited()).resolves.toHaveReceived({ status: 503 });
  });

  it('can be waited for', async () => {
    const fake = createFake();
    const polled = expect.poll(() => fake).toHaveReceived({ method: 'GET', status: 404 });
    await fake.fetch('away');
    await polled;
    expect(fake.journal.count()).toBe(1);
  });

  it('says what has arrived instead, and why each response was what it was', async () => {
    const fake = await visited();
    const wanted = { method: 'PUT', id: 'work', body: { description: 'work' } };
    const [created, replaced, removed] = arrived;
    expect(await messageOf(() => expect(fake).toHaveReceived(wanted))).toBe(
      [
        'Expected a PUT request for "work" with a body like {"description":"work"}, but this has arrived:',
        created,
        `${replaced} – its body.description is undefined, not "work"`,
        removed,
      ].join('\n'),
    );
  });

  it('says what has arrived against expectation', async () => {
    const fake = await visited();
    expect(await messageOf(() => expect(fake).not.toHaveReceived({ method: ['PUT', 'POST'] }))).toBe(
      ['Expected 0 PUT or POST requests, not 2, but this has arrived:', ...arrived].join('\n'),
    );
  });

  it('says so when nothing has arrived', async () => {
    expect(await messageOf(() => expect(createFake()).toHaveReceived({ route: 'collection' }))).toBe(
      'Expected a request for the list, but this has arrived: no request',
    );
  });
});

describe('toHaveReceivedTimes', () => {
  it('passes when as many requests match, and its opposite when others do', async () => {
    const fake = await visited();
    expect(fake).toHaveReceivedTimes(3);
    expect(fake).toHaveReceivedTimes(1, { method: 'DELETE' });
    expect(fake).toHaveReceivedTimes(0, { method: 'GET' });
    expect(fake).not.toHaveReceivedTimes(1, { method: 'GET' });
  });

  it('says what has arrived', async () => {
    const fake = await visited();
    expect(await messageOf(() => expect(fake).toHaveReceivedTimes(2, { method: 'PUT' }))).toBe(
      ['Expected 2 PUT requests, not 1, but this has arrived:', ...arrived].join('\n'),
    );
    expect(await messageOf(() => expect(fake).not.toHaveReceivedTimes(1, { method: 'PUT' }))).toBe(
      ['Expected another number of PUT requests than 1, but this has arrived:', ...arrived].join('\n'),
    );
  });
});

describe('a matcher', () => {
  it.each([undefined, null, createFake, { fetch }])('refuses %s in place of a fake', (value) => {
    expect(() => expect(value).toHaveReceived()).toThrow('Invalid "fake": expected a fake');
    expect(() => expect(value).not.toHaveReceivedTimes(1)).toThrow('Invalid "fake": expected a fake');
  });

  it('says what a match is where it is given something else', () => {
    const message = `Invalid "match": expected an object such as { method: 'PUT', id: 'home' }.`;
    const wrong = 'PUT' as unknown as JournalMatch;
    expect(() => expect(createFake()).toHaveReceived(wrong)).toThrow(message);
    expect(() => expect(createFake()).not.toHaveReceived(wrong)).toThrow(message);
    expect(() => expect(createFake()).toHaveReceivedTimes(1, wrong)).toThrow(message);
  });

  it('refuses a match that no request could have, also for its opposite', () => {
    const match = { method: 'put' };
    expect(() => expect(createFake()).not.toHaveReceived(match)).toThrow("'PUT', not 'put'");
    expect(() => expect(createFake()).not.toHaveReceivedTimes(1, match)).toThrow("'PUT', not 'put'");
    expect(() => expect(createFake()).not.toHaveReceivedTimes(-1)).toThrow('Invalid "count"');
  });
});
