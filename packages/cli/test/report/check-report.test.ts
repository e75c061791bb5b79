import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CheckReport } from '@location-records/conformance/node';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, test } from 'vitest';
import { paintFor } from '../../src/output/paint.ts';
import { textReport } from '../../src/report/check-text.ts';
import { escapeXml, junitReport } from '../../src/report/junit-report.ts';
import { Kept } from '../run-here.ts';

const plain = paintFor({ stdout: new Kept(), env: {} });
const failure = {
  clause: 'SPEC 3',
  level: 'service' as const,
  what: 'response',
  expected: '200 and no body',
  actual: '201 <a>&"\\u0000',
  commands: ['# 3 others were sent before or between these', "printf '\\000' | nc -w 5 127.0.0.1 80"],
};
const failed = ['a-1', 'a-2'].map((id) => ({
  id,
  clause: 'SPEC 3',
  level: 'service' as const,
  title: 'It\nholds.',
  failure,
}));

const report: CheckReport = {
  url: 'http://a',
  startedAt: '2026-11-20T13:53:26.011Z',
  durationMs: 1234,
  counts: { passed: 1, failed: 2, leftOut: 2 },
  clauses: [
    { clause: 'SPEC 3', title: 'states', passed: 0, failed: 2, leftOut: 0 },
    { clause: 'D1', title: 'characters', passed: 1, failed: 0, leftOut: 1 },
    { clause: 'D2', title: 'encoding', passed: 0, failed: 0, leftOut: 1 },
  ],
  cases: [
    ...failed.map((one) => ({ ...one, outcome: 'failed' as const, durationMs: 5 })),
    { id: 'b', clause: 'D1', level: 'service', title: 'It is.', outcome: 'passed', durationMs: 1000 },
    {
      id: 'c',
      clause: 'D1',
      level: 'server',
      title: 'It <was>.',
      outcome: 'left-out',
      durationMs: 0,
      reason: 'It could not "be".',
    },
    {
      id: 'd',
      clause: 'D2',
      level: 'server',
      title: 'It was.',
      outcome: 'left-out',
      durationMs: 0,
      reason: 'It could not "be".',
    },
  ],
  cleanup: { left: ['check-1', '\u001b[31m'], unknown: ['x'], isCertain: false },
  stopped: 'The check was stopped.',
};

const fine: CheckReport = {
  ...report,
  counts: { passed: 1, failed: 0, leftOut: 0 },
  clauses: report.clauses.slice(1, 2).map((clause) => ({ ...clause, leftOut: 0 })),
  cases: report.cases.slice(2, 3),
  cleanup: { left: [], unknown: [], isCertain: true },
};

describe('the report for a person', () => {
  const shown = (text: string) => text.split('\n');

  test('lists the violations, every clause and the notes', () => {
    expect(shown(textReport(report, plain))).toEqual([
      '✗ SPEC 3: a-1',
      '  It holds.',
      '    expected response: 200 and no body',
      '    actual response:   201 <a>&"\\u0000',
      '    # 3 others were sent before or between these',
      "    printf '\\000' | nc -w 5 127.0.0.1 80",
      '',
      '✗ SPEC 3: a-2',
      '  It holds.',
      '    expected response: 200 and no body',
      '    actual response:   201 <a>&"\\u0000',
      '    # 3 others were sent before or between these',
      "    printf '\\000' | nc -w 5 127.0.0.1 80",
      '',
      'Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core.',
      '',
      '✗ SPEC 3      states      2 of 2 failed',
      '✓ D1          characters  1 passed, 1 left out',
      '– Not run: D2.',
      '',
      'The run ended early. The check was stopped.',
      'Left out:',
      '    2  It could not "be".',
      'These records of the check could not be removed: "check-1", "\\u001b[31m"',
      'These records were added meanwhile, and were left alone: "x"',
      'The list could not be read, so records of the check may remain.',
      '',
      '✗ http://a: ended early, 2 cases in 1 clause failed, 1 passed, 2 left out (1.2 s)',
      '',
    ]);
  });

  /** The report with one failed case, whose failure has these members. */
  const withFailure = (own: object): CheckReport => ({
    ...fine,
    cases: [{ ...(report.cases[0] as CheckReport['cases'][number]), failure: { ...failure, ...own } }],
  });

  test.each([
    ['401 and no body', 'A protected service needs a --header with a token.'],
    ['403 {"error":"no"}', 'A protected service needs a --header with a token.'],
    ['429 Too Many Requests', 'A limit on the rate of requests must be higher for the check.'],
    ['Timed out after 500 ms waiting for a line.', 'A slow server needs a longer --timeout.'],
  ])('says what the check may need when it gets %s', (actual, hint) => {
    expect(shown(textReport(withFailure({ actual }), plain))).toContain(`  ${hint}`);
  });

  test('has no long line', () => {
    const long = withFailure({ expected: 'x'.repeat(600), commands: [`curl -sS ${'a'.repeat(600)}`] });
    const lines = shown(textReport(long, plain));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(500);
    expect(lines).toContain('    # a command of 609 characters, which --json shows');
  });

  test('tells the service from what is beneath it', () => {
    const hint = 'The service itself keeps its rules. --level service leaves out what is beneath it.';
    const beneath = shown(textReport(withFailure({ level: 'server' }), plain));
    expect(beneath).toContain('✗ SPEC 3, beneath the service: a-1');
    expect(beneath).toContain(hint);
    expect(textReport(report, plain)).not.toContain(hint);
    expect(textReport(fine, plain)).not.toContain(hint);
  });

  test('is not green where it ended early', () => {
    const stdout = new Kept({ isTTY: true });
    const text = textReport({ ...fine, stopped: 'The check was stopped.' }, paintFor({ stdout, env: {} }));
    expect(text.split('\n').at(-2)).toBe('\u001b[33m! http://a: ended early, 1 case passed (1.2 s)\u001b[0m');
  });

  test('is short where all is well', () => {
    const { stopped: _, ...whole } = fine;
    expect(textReport(whole, plain)).toBe(
      '✓ D1          characters  1 passed\n\n✓ http://a: 1 case passed (1.2 s)\n',
    );
  });

  test('has colours on a terminal, unless they are turned off', () => {
    const stdout = new Kept({ isTTY: true });
    expect(textReport(report, paintFor({ stdout, env: {} }))).toContain('\u001b[31m✗ SPEC 3: a-1');
    for (const paint of [plain, paintFor({ stdout, env: { NO_COLOR: '1' } })]) {
      expect(textReport(report, paint)).not.toContain('\u001b');
    }
    expect(textReport(report, paintFor({ stdout, env: { NO_COLOR: '' } }))).toContain('\u001b');
  });
});

describe('the report for CI servers', () => {
  /** Reads XML by a parser that knows every rule of it. */
  async function parse(xml: string): Promise<readonly Record<string, string>[]> {
    const program =
      'import json, sys, xml.etree.ElementTree as T\n' +
      'print(json.dumps([{"tag": e.tag, "text": e.text or "", **e.attrib} for e in T.fromstring(sys.argv[1].encode()).iter()]))';
    return JSON.parse((await promisify(execFile)('python3', ['-c', program, xml])).stdout);
  }

  // Reason: Python has the parser.
  const withPython = itUnless(lacks({ program: 'python3' }));

  withPython('is XML with a suite for each clause and a test for each case', async () => {
    const elements = await parse(junitReport(report));
    const [root, ...others] = elements;
    expect(root).toMatchObject({ tag: 'testsuites', tests: '5', failures: '2', skipped: '2', time: '1.234' });
    const suites = others.filter(({ tag }) => tag === 'testsuite');
    expect(suites.map(({ name, tests, failures, skipped }) => [name, tests, failures, skipped])).toEqual([
      ['SPEC 3 states', '2', '2', '0'],
      ['D1 characters', '2', '0', '1'],
      ['D2 encoding', '1', '0', '1'],
    ]);
    const tests = others.filter(({ tag }) => tag === 'testcase');
    expect(tests.map(({ classname, name }) => [classname, name])).toContainEqual(['D1', 'c: It <was>.']);
    expect(others.filter(({ tag }) => tag === 'skipped').map(({ message }) => message)).toEqual([
      'It could not "be".',
      'It could not "be".',
    ]);
    expect(others.find(({ tag }) => tag === 'failure')).toEqual({
      tag: 'failure',
      message: 'response: expected 200 and no body, got 201 <a>&"\\u0000',
      type: 'violation',
      text: failure.commands.join('\n'),
    });
  });

  withPython('writes what XML cannot hold as JSON does', async () => {
    const text = '\0\u001b[31m\t\r\n\u0085\ud800\udc00\ud800x\udfff\ufffe\uffff]]>&amp;';
    const [only] = await parse(`<a>${escapeXml(text)}</a>`);
    expect(only?.text).toBe(
      '\\u0000\\u001b[31m\\u0009\\u000d\n\u0085\ud800\udc00\\ud800x\\udfff\\ufffe\\uffff]]>&amp;',
    );
  });
});
