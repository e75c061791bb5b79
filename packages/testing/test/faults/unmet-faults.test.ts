import { describe, expect, it } from 'vitest';
import { breakConnection, createFake, loseResponse, respondWith } from '../../src/index.ts';

function unmetNames(fake: ReturnType<typeof createFake>): readonly string[] {
  return fake.faults.unmet.map(({ name }) => name);
}

describe('an unmet fault', () => {
  it('is one that no request has matched so far', async () => {
    const fake = createFake();
    fake.faults.add(loseResponse(), { method: 'PUT' });
    fake.faults.add(respondWith(503), { method: 'GET', times: 2 });
    expect(unmetNames(fake)).toEqual(['loseResponse', 'respondWith(503)']);
    await fake.fetch('a');
    expect(unmetNames(fake)).toEqual(['loseResponse']);
    await fake.fetch('a', { method: 'PUT' }).catch(() => {});
    expect(unmetNames(fake)).toEqual([]);
    fake.faults.expectMet();
  });

  it('is none that chance has spared', async () => {
    const fake = createFake();
    const { timesApplied } = fake.faults.add(breakConnection(), { chance: 0 });
    expect(unmetNames(fake)).toEqual(['breakConnection']);
    await fake.fetch('a');
    expect([unmetNames(fake), timesApplied]).toEqual([[], 0]);
  });

  it('stays one when it is removed, until all are forgotten', () => {
    const fake = createFake();
    const added = fake.faults.add(loseResponse(), { id: 'a' });
    added.remove();
    expect(fake.faults.unmet).toEqual([added]);
    expect(() => fake.faults.expectMet()).toThrow(
      'No request has met loseResponse of a request for "a". This has arrived: no request',
    );
    fake.reset();
    expect(fake.faults.unmet).toEqual([]);
  });

  it('is an error that lists the requests', async () => {
    const fake = createFake();
    fake.faults.add(loseResponse(), { method: 'PUT' });
    await fake.fetch('a');
    expect(() => fake.faults.expectMet()).toThrow(
      expect.objectContaining({
        code: 'FAULTS_UNMET',
        message:
          'No request has met loseResponse of a PUT request. This has arrived:\n  GET /a 404 – SPEC 4.1: the record "a" is absent',
      }),
    );
  });

  it('is of its fake alone', () => {
    const fake = createFake();
    fake.faults.add(loseResponse());
    expect(fake.fork().faults.unmet).toEqual([]);
  });
});
