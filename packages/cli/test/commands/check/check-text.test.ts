import type { CheckReport, Finding } from '@location-records/conformance/node';
import { expect, test } from 'vitest';
import { checkText } from '../../../src/commands/check/check-text.ts';
import { junitReport } from '../../../src/commands/check/junit-report.ts';
import { paintFor } from '../../../src/output/paint.ts';
import { Kept } from '../../run-here.ts';

const plain = paintFor({ stdout: new Kept(), env: {} });

const finding = (clause: string, more: Partial<Finding> = {}): Finding => ({
  clause,
  id: 'a',
  rule: 'It\nholds.',
  command: 'curl -sS -i http://a/b',
  expected: '200 and no body',
  actual: '404 and no body',
  failed: 1,
  setAside: 0,
  ...more,
});

const report: CheckReport = {
  url: 'http://a',
  startedAt: '2026-11-20T13:53:26.011Z',
  durationMs: 1234,
  passed: 3,
  failed: 0,
  setAside: 0,
  leftOut: 0,
  findings: [],
  cases: [],
  leftBehind: [],
};

test('a finding has its example, and the number of further cases', () => {
  const findings = [finding('SPEC 3', { failed: 2, setAside: 4 })];
  expect(checkText({ ...report, failed: 2, setAside: 4, findings }, plain)).toBe(
    [
      '✗ SPEC 3: It holds. (and 1 more case)',
      '    curl -sS -i http://a/b',
      '    expected 200 and no body',
      '    actual   404 and no body',
      '    Set aside, since they presuppose this: 4 cases.',
      'Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core.',
      '✗ http://a: 2 cases of 1 clause failed, 3 passed, 4 set aside (1.2 s)',
      '',
    ].join('\n'),
  );
});

test('many findings fit on one screen, and their lines are as wide as it', () => {
  const actual = `500 <html><U+000A>  ${'x'.repeat(300)}`;
  const findings = Array.from({ length: 20 }, (_, index) => finding(`D${index}`, { actual }));
  const lines = checkText({ ...report, failed: 20, findings }, plain, 80).split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines[3]).toMatch(/^ {4}actual {3}500 <html> x+ …$/);
  expect(lines[3]?.length).toBeLessThanOrEqual(80);
  expect(lines).toContainEqual(expect.stringMatching(/^✗ And D5 \(1\), D6 \(1\), .*; --only "D5" shows/));
});

test('the text reports cases left out, an early end, and records left behind', () => {
  const leftOut = { id: 'c', clause: 'D1', rule: 'It is.', durationMs: 0, outcome: 'left-out' } as const;
  const text = checkText(
    {
      ...report,
      cases: [{ ...leftOut, reason: 'It cannot.' }],
      leftBehind: ['check-1', '\u001b[31m'],
      stopped: 'The check was stopped.',
    },
    plain,
  );
  expect(text).toBe(
    [
      '1 case left out: It cannot.',
      'The run ended early. The check was stopped.',
      'These records of the check could not be removed: "check-1", "\\u001b[31m"',
      '! http://a: 3 cases passed (1.2 s)',
      '',
    ].join('\n'),
  );
  expect(checkText({ ...report, leftBehind: undefined }, plain)).toContain('records of the check may remain');
});

test('an identifier left behind is cut', () => {
  const text = checkText({ ...report, leftBehind: [`\u202e${'x'.repeat(100_000)}`] }, plain);
  expect(text).toContain(`removed: "\\u202e${'x'.repeat(59)}…"\n`);
});

test('JUnit XML has no controls, and nothing that reverses text', () => {
  const failure = { command: 'curl', expected: '\u0085\u202e', actual: '\ud800\ufffe\r' };
  const about = { id: 'a', clause: 'D1', rule: 'It is.', durationMs: 5 };
  const xml = junitReport({ ...report, cases: [{ ...about, outcome: 'failed', failure }] });
  expect(xml).toContain('expected \\u0085\\u202e, got \\ud800\\ufffe\\u000d"');
});

test('JUnit XML has failures, and what was set aside or left out as skipped', () => {
  const about = { clause: 'D1', rule: 'It <was>.', durationMs: 5 };
  const failure = { command: "curl 'a&b'", expected: '1', actual: '"\u0000' };
  const cases = [
    { ...about, id: 'a', outcome: 'failed', failure },
    { ...about, id: 'b', outcome: 'set-aside', reason: 'a' },
    { ...about, id: 'c', outcome: 'passed' },
  ] as const;
  expect(junitReport({ ...report, cases })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="location-records check http://a" tests="3" failures="1" skipped="1" time="1.234">
<testsuite name="D1" tests="3" failures="1" skipped="1" errors="0" time="0.015" timestamp="2026-11-20T13:53:26.011Z">
<testcase classname="D1" name="a: It &lt;was&gt;." time="0.005">
<failure message="expected 1, got &quot;\\u0000" type="violation">
curl 'a&amp;b'</failure>
</testcase>
<testcase classname="D1" name="b: It &lt;was&gt;." time="0.005">
<skipped message="It presupposes a, which failed."/>
</testcase>
<testcase classname="D1" name="c: It &lt;was&gt;." time="0.005"/>
</testsuite>
</testsuites>
`);
});
