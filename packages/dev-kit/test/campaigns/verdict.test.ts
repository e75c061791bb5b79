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

test('a figure that could not be measured has missed its target', () => {
  const lines = printed();
  const verdict = new Verdict(true);
  verdict.target('CPU', Number.NaN, 1.1);
  verdict.targetAtLeast('speed', Number.NaN, 40, 'MB/s');
  expect(lines).toEqual([
    'MISSED: CPU: not measured (target: at most 1.1)',
    'MISSED: speed: not measured (target: at least 40 MB/s)',
  ]);
  expect(verdict.hasFailed).toBe(true);
});
