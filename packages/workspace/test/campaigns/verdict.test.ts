import { expect, onTestFinished, test, vi } from 'vitest';
import { Verdict } from '../../src/campaigns/verdict.ts';

/** Returns the lines that are printed from now on. */
function printed(): string[] {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text).trimEnd());
    return true;
  });
  onTestFinished(() => write.mockRestore());
  return lines;
}

test('a figure is printed beside its target', () => {
  const lines = printed();
  const verdict = new Verdict(false);
  verdict.target('CPU', 1.23456, 1.1);
  verdict.targetAtLeast('speed', 50, 40, 'MB/s');
  expect(lines).toEqual([
    'MISSED: CPU: 1.235 (target: at most 1.1)',
    'met: speed: 50 MB/s (target: at least 40 MB/s)',
  ]);
});

test('a figure that could not be measured is counted by itself', () => {
  const lines = printed();
  const verdict = new Verdict(false);
  verdict.target('CPU', 1, 1.1);
  verdict.target('start', 2, 1.1);
  verdict.targetAtLeast('speed', Number.NaN, 40, 'MB/s');
  verdict.finish();
  expect(lines.slice(2)).toEqual([
    'NOT MEASURED: speed (target: at least 40 MB/s)',
    '1 passed, 0 failed, 1 targets missed, 1 targets not measured',
  ]);
});

test.each([Number.NaN, 2])('where targets are strict, %s at most 1 is a failure', (value) => {
  const lines = printed();
  onTestFinished(() => {
    process.exitCode = undefined;
  });
  const verdict = new Verdict(true);
  verdict.target('CPU', value, 1);
  verdict.finish();
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  expect(process.exitCode).toBe(1);
});

test('failed checks are counted apart from missed targets', () => {
  printed();
  const verdict = new Verdict(true);
  verdict.target('CPU', 2, 1);
  expect(verdict.failedChecks).toBe(0);
  verdict.check('responds', false);
  verdict.check('stops', true);
  expect(verdict.failedChecks).toBe(1);
});
