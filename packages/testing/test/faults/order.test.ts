import { describe, expect, it } from 'vitest';
import {
  breakConnection,
  createFake,
  createManualClock,
  delayRequest,
  delayResponse,
  type Fake,
  type Fault,
  loseResponse,
  loseWrite,
  readStale,
  respondWith,
} from '../../src/index.ts';
import { locationAt, write } from '../fake-requests.ts';

/** A fault of a test that responds without the service. */
const teapot: Fault = {
  name: 'teapot',
  skipsService: true,
  createHandler: () => async () => ({ status: 418, headers: {}, body: '' }),
};

/** The status of the response, or `broken` where there is none. */
function outcomeOf(response: Promise<Response>): Promise<number | 'broken'> {
  return response.then(
    ({ status }) => status,
    () => 'broken',
  );
}

function withRecord(): Fake {
  return createFake({ records: { home: locationAt(1) } });
}

describe.each<[string, Fault, number | 'broken']>([
  ['respondWith', respondWith(503), 503],
  ['breakConnection', breakConnection(), 'broken'],
  ['a fault of a test', teapot, 418],
])('%s', (_name, fault, outcome) => {
  it('comes after a delay that was added later', async () => {
    const clock = createManualClock();
    const fake = createFake({ clock });
    fake.faults.add(fault);
    const delay = fake.faults.add(delayRequest(100), { times: 1 });
    const asked = outcomeOf(fake.fetch('home'));
    await expect.poll(() => clock.waiting).toBe(1);
    await clock.advance(100);
    expect(await asked).toBe(outcome);
    expect(fake.journal.only()).toMatchObject({ endedAt: 100, faults: [fault.name, delay.name] });
  });

  it('comes before a service of other records, whichever was added first', async () => {
    for (const faults of [
      [fault, readStale()],
      [readStale(), fault],
    ]) {
      const fake = withRecord();
      for (const added of faults) fake.faults.add(added);
      expect(await outcomeOf(fake.fetch('home'))).toBe(outcome);
    }
  });
});

it('a response of a fault is late by a delay that was added later', async () => {
  const clock = createManualClock();
  const fake = createFake({ clock });
  fake.faults.add(respondWith(503));
  fake.faults.add(delayResponse(100));
  const asked = outcomeOf(fake.fetch('home'));
  await expect.poll(() => clock.waiting).toBe(1);
  await clock.advance(100);
  expect(await asked).toBe(503);
});

it('a response of a fault is lost when that was added later', async () => {
  const fake = withRecord();
  fake.faults.add(respondWith(503));
  fake.faults.add(loseResponse(), { times: 1 });
  expect(await outcomeOf(fake.fetch('home'))).toBe('broken');
  expect(await outcomeOf(fake.fetch('home'))).toBe(503);
});

it('the fault that was added first responds where several skip the service', async () => {
  const fake = withRecord();
  fake.faults.add(respondWith(503), { times: 1 });
  fake.faults.add(breakConnection());
  fake.faults.add(loseWrite());
  expect(await outcomeOf(write(fake, 'PUT', 'home', locationAt(2)))).toBe(503);
  expect(await outcomeOf(write(fake, 'PUT', 'home', locationAt(2)))).toBe('broken');
  expect(fake.records.get('home')).toEqual(locationAt(1));
});

it('several faults with `times: 1` that skip the service respond one after the other', async () => {
  const fake = withRecord();
  const [first, second] = [503, 429].map((status) => fake.faults.add(respondWith(status), { times: 1 }));
  expect(await outcomeOf(fake.fetch('home'))).toBe(503);
  expect([first?.timesApplied, second?.timesApplied]).toEqual([1, 0]);
  expect(fake.faults.unmet).toEqual([second]);
  expect(await outcomeOf(fake.fetch('home'))).toBe(429);
  expect(await outcomeOf(fake.fetch('home'))).toBe(200);
  expect(fake.journal.lines()).toEqual(['GET /home 503', 'GET /home 429', 'GET /home 200']);
  const met = [...fake.journal].map(({ faults }) => faults);
  expect(met).toEqual([['respondWith(503)'], ['respondWith(429)'], []]);
});

it('a fault that chance has spared counts as met in front of one that responds', async () => {
  const fake = withRecord();
  fake.faults.add(respondWith(503), { chance: 0 });
  fake.faults.add(respondWith(500));
  expect(await outcomeOf(fake.fetch('home'))).toBe(500);
  expect(fake.faults.unmet).toEqual([]);
});
