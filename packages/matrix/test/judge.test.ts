import type { HttpCase } from '@location-records/conformance';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Unreachable } from '../src/host.ts';
import { judge, type Verdict } from '../src/judge.ts';

const id = 'state-life';
const unreachable: Unreachable = { reason: 'It is too far.', cases: [id], shows: /^far away$/ };
const byLuck: Unreachable = { ...unreachable, byLuck: true };

/** Judges a host where one case has these outcomes, one run after the other, and all other cases pass. */
async function judgeCase(
  outcomes: readonly (string | undefined)[],
  ...reasons: readonly Unreachable[]
): Promise<Verdict | undefined> {
  let runs = 0;
  const run = async (cases: readonly HttpCase[]) => {
    const outcome = outcomes[Math.min(runs++, outcomes.length - 1)];
    return new Map(cases.map((httpCase) => [httpCase.id, httpCase.id === id ? outcome : undefined]));
  };
  return (await judge({ name: 'a host', unreachable: reasons, run })).get(id);
}

const isUnreachable = { kind: 'unreachable', reason: 'It is too far.' };
const wrong = (message: string) => ({ kind: 'wrong', message });
const although = 'though it is called unreachable: It is too far.';

describe('a case that no reason calls unreachable', () => {
  it('passes where it holds', async () => {
    expect(await judgeCase([undefined])).toEqual({ kind: 'pass' });
  });

  it('is wrong where it fails', async () => {
    expect(await judgeCase(['far away'])).toEqual(wrong('far away'));
  });
});

describe('a case that is called unreachable', () => {
  it('is so where it fails as the reason says', async () => {
    expect(await judgeCase(['far away'], unreachable)).toEqual(isUnreachable);
  });

  it('is wrong where it fails in another way', async () => {
    expect(await judgeCase(['near'], unreachable)).toEqual(wrong(`It fails with “near”, ${although}`));
  });

  it('is so where it holds once, and fails as the reason says in a second run', async () => {
    expect(await judgeCase([undefined, 'far away'], unreachable)).toEqual(isUnreachable);
  });

  it('is wrong where it holds twice', async () => {
    expect(await judgeCase([undefined, undefined, 'far away'], unreachable)).toEqual(
      wrong(`It holds, ${although}`),
    );
  });
});

it('a host that does not come to an end is named', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const judged = judge({ name: 'a host', unreachable: [], run: () => new Promise(() => {}) });
  const failed = expect(judged).rejects.toThrow('a host: not at its end after 600 s.');
  await vi.advanceTimersByTimeAsync(600_000);
  await failed;
});

describe('a case whose outcome is a race', () => {
  it.each([
    ['at once', [undefined]],
    ['later', ['far away', 'far away', undefined]],
  ])('is unreachable where it holds %s', async (_when, outcomes) => {
    expect(await judgeCase(outcomes, byLuck)).toEqual(isUnreachable);
  });

  it('is wrong where it never holds', async () => {
    expect(await judgeCase(['far away'], byLuck)).toEqual(wrong('It has not held once in 200 tries.'));
  });

  it.each([
    ['at once', ['near', undefined]],
    ['later', ['far away', 'near', undefined]],
  ])('is wrong where it fails in another way %s, though it may hold then', async (_when, outcomes) => {
    expect(await judgeCase(outcomes, byLuck)).toEqual(wrong(`It fails with “near”, ${although}`));
  });
});

describe('a list of unreachable cases', () => {
  it('is refused with a case that does not exist', async () => {
    const missing = { ...unreachable, cases: ['no-case-*'] };
    await expect(judgeCase([undefined], missing)).rejects.toThrow('a host: no case is called no-case-*.');
  });

  it('is refused with two reasons for a case', async () => {
    const other = { ...unreachable, cases: ['state-l*'] };
    await expect(judgeCase([undefined], unreachable, other)).rejects.toThrow(
      `a host: ${id} is called unreachable for two reasons.`,
    );
  });
});
