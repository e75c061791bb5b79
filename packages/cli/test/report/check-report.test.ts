import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CheckReport } from '@location-records/conformance/node';
import { itUnless, lacks } from '@location-records/dev-kit';
import { describe, expect, test } from 'vitest';
import { paintFor } from '../../src/output/paint.ts';
import { textReport } from '../../src/report/check-text.ts';
import { escapeXml, junitReport } from '../../src/report/junit-report.ts';
import { Kept } from '../run-here.ts';

const plain = paintFor({ stdout: new Kept(), env: {} });
const failure = {
  what: 'response',
  expected: '200 and no body',
  actual: '201 <a>&"\\u0000',
  commands: ['# 3 others were sent before or between these', "printf '\\000' | nc -w 5 127.0.0.1 80"],
};
const fault = { level: 'service', cause: 'response' } as const;
const failed = ['a-1', 'a-2', 'a-3', 'a-4'].map((id) => ({
  id,
  clause: 'SPEC 3',
  level: 'service' as const,
  title: 'It\nholds.',
  finding: 0,
  failure,
}));

const report: CheckReport = {
  url: 'http://a',
  startedAt: '2026-11-20T13:53:26.011Z',
  durationMs: 1234,
  counts: { passed: 1, failed: 4, leftOut: 2 },
  clauses: [
    { clause: 'SPEC 3', title: 'states', passed: 0, failed: 4, leftOut: 0 },
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
  findings: [
    { ...failure, ...fault, clause: 'SPEC 3', cases: ['a-1', 'a-2', 'a-3', 'a-4'], otherCaseCount: 7 },
  ],
  cleanup: { left: ['check-1', '\u001b[31m'], unknown: ['x'], isCertain: false },
  stopped: 'The check was stopped.',
};

const fine: CheckReport = {
  ...report,
  counts: { passed: 1, failed: 0, leftOut: 0 },
  clauses: report.clauses.slice(1, 2).map((clause) => ({ ...clause, leftOut: 0 })),
  cases: report.cases.slice(4, 5),
  findings: [],
  cleanup: { left: [], unknown: [], isCertain: true },
};

describe('the report for a person', () => {
  test('shows every clause, every finding and the notes', () => {
    expect(textReport(report, plain).split('\n')).toEqual([
      '✗ 1. SPEC 3, states',
      '  a-1: It holds.',
      '    expected response: 200 and no body',
      '    actual response:   201 <a>&"\\u0000',
      "    printf '\\000' | nc -w 5 127.0.0.1 80",
      '    # the last of several commands, which are all below',
      '  The same in a-2, a-3, a-4',
      '  7 cases met it, but could judge other rules.',
      '  Explained in SPEC.md, section 3',
      '',
      'All clauses follow. Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core.',
      '',
      '✗ SPEC 3      states      4 of 4 failed',
      '✓ D1          characters  1 passed, 1 left out',
      '– Not run: D2.',
      '',
      'Commands of 1:',
      '  # 3 others were sent before or between these',
      "  printf '\\000' | nc -w 5 127.0.0.1 80",
      '',
      'The run ended early. The check was stopped.',
      'Left out:',
      '    2  It could not "be".',
      'These records of the check could not be removed: "check-1", "\\u001b[31m"',
      'These records were added meanwhile, and were left alone: "x"',
      'The list could not be read, so records of the check may remain.',
      '',
      '✗ http://a: ended early, 1 finding: 4 cases in 1 clause failed, 1 passed, 2 left out (1.2 s)',
      '',
    ]);
  });

  test('names the clause that is broken where cases of another fail or are left out by it', () => {
    const other = { clause: 'D1', title: 'characters', passed: 0, failed: 1, leftOut: 0 };
    const both: CheckReport = {
      ...report,
      clauses: [...report.clauses.slice(0, 1), other],
      cases: [...report.cases.slice(0, 4), { ...report.cases[0], id: 'b', clause: 'D1' } as never],
      findings: [
        {
          ...failure,
          ...fault,
          clause: 'SPEC 3',
          cases: ['a-1', 'a-2', 'a-3', 'a-4', 'b'],
          otherCaseCount: 0,
        },
      ],
    };
    expect(textReport(both, plain).split('\n')).toEqual(
      expect.arrayContaining([
        '✗ SPEC 3      states      4 of 4 failed',
        '! D1          characters  1 of 1 failed by SPEC 3',
      ]),
    );
  });

  test.each([
    ['timeout', 'timeouts'],
    ['connection', 'lost connections'],
  ] as const)('blames no clause for a %s', (cause, name) => {
    const finding = { ...failure, ...fault, cause, clause: 'SPEC 3', cases: ['a-1'], otherCaseCount: 0 };
    const text = textReport({ ...report, findings: [finding] }, plain);
    expect(text).toContain(`✗ 1. ${name} in 1 case`);
    expect(text).toContain(`! SPEC 3      states      4 of 4 failed by ${name}`);
    expect(text).not.toContain('Explained in');
  });

  test('shows what to mend first on two screens, and no long line', () => {
    const findings = Array.from({ length: 30 }, (_, index) => ({
      ...failure,
      clause: index === 0 ? 'SPEC 3' : 'D2',
      level: index > 9 ? ('server' as const) : ('service' as const),
      cause: index === 1 ? ('timeout' as const) : ('response' as const),
      expected: 'x'.repeat(600),
      commands: [`curl -sS ${'a'.repeat(600)}`],
      cases: ['a-1', 'a-2'],
      otherCaseCount: 1,
    }));
    const lines = textReport({ ...report, findings }, plain).split('\n');
    const follows = lines.indexOf(
      '27 findings more and all clauses follow. Clauses are explained in SPEC.md and DECISIONS.md of the package @location-records/core.',
    );
    expect(follows).toBeGreaterThan(0);
    const rows = lines.slice(0, follows + 1).map(({ length }) => Math.max(1, Math.ceil(length / 80)));
    expect(rows.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(48);
    const coloured = textReport({ ...report, findings }, paintFor({ stdout: { isTTY: true }, env: {} }));
    expect(coloured).toContain('27 findings more');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(500);
    expect(lines).toContain('    # a command of 609 characters, which --json shows');
    expect(lines).toContain('✗ 2. timeouts in 2 cases');
    expect(lines).toContain('  A slow server needs a longer --timeout.');
    expect(lines).toContain('✗ 11. beneath the service: D2, encoding');
    expect(lines.at(-2)).toContain(' 30 findings (20 beneath the service): ');
  });

  test('shows as many findings first as fit on two screens', () => {
    const findings = Array.from({ length: 9 }, () => report.findings[0] as never);
    expect(textReport({ ...report, findings }, plain)).toContain('5 findings more and all clauses follow.');
    expect(textReport({ ...report, findings: findings.slice(0, 4) }, plain)).toContain(
      '\n\nAll clauses follow.',
    );
  });

  test('names --header for a finding about a token, and a limit that is not of the service', () => {
    const hint = '  A protected service needs a --header with a token.';
    const lines = (actual: string) =>
      textReport({ ...report, findings: [{ ...report.findings[0], actual } as never] }, plain).split('\n');
    expect(lines('401 and no body')).toContain(hint);
    expect(lines('403 {"error":"no"}')).toContain(hint);
    expect(lines('400 {"error":"401"}')).not.toContain(hint);
    expect(lines('4010')).not.toContain(hint);
    expect(lines('429 Too Many Requests')).toContain(
      '  A limit on the rate of requests must be higher for the check.',
    );
  });

  test('tells the service from what is beneath it', () => {
    const findings = [{ ...report.findings[0], level: 'server' } as never];
    const lines = textReport({ ...report, findings }, plain).split('\n');
    expect(lines).toContain('! SPEC 3      states      4 of 4 failed, beneath the service');
    const hint = 'The service itself has no finding. --level service leaves out what is beneath it.';
    expect(lines).toContain(hint);
    expect(textReport(report, plain)).not.toContain(hint);
    expect(textReport(fine, plain)).not.toContain(hint);
    const both = [...findings, report.findings[0] as never];
    expect(textReport({ ...report, findings: both }, plain)).not.toContain(hint);
    expect(textReport({ ...report, findings: both }, plain)).toContain(
      '✗ SPEC 3      states      4 of 4 failed',
    );
  });

  test('is not green where a finding or the end of the run left out a case', () => {
    const [finding] = report.findings;
    const leftOut = (id: string, clause: string, more: { finding?: number; reason: string }) =>
      ({
        id,
        clause,
        level: 'service',
        title: 'It is.',
        outcome: 'left-out',
        durationMs: 0,
        ...more,
      }) as const;
    const stopped = 'The server stopped responding.';
    const clauses = ['D1', 'D2', 'D3'].map((clause) => ({
      ...{ clause, title: 'a title', passed: 1, failed: 0 },
      leftOut: clause === 'D1' ? 3 : 1,
    }));
    const cases = [
      leftOut('a-1', 'D1', { finding: 0, reason: 'It shows the same fault as a-0.' }),
      leftOut('a-2', 'D1', { finding: 0, reason: 'It stopped at a violation of SPEC 3.' }),
      leftOut('a-3', 'D1', { reason: 'It needs more.' }),
      leftOut('b', 'D2', { reason: stopped }),
      leftOut('c', 'D3', { reason: 'It needs more.' }),
    ];
    const findings = [{ ...finding, cases: ['a-0', 'a-1'] } as never];
    const lines = textReport({ ...report, clauses, cases, findings, stopped }, plain).split('\n');
    expect(lines.filter((line) => /^[✓✗!] D/.test(line))).toEqual([
      '! D1          a title  1 passed, 2 left out by SPEC 3, 1 left out',
      '! D2          a title  1 passed, 1 left out, interrupted',
      '✓ D3          a title  1 passed, 1 left out',
    ]);
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
    expect(textReport(report, paintFor({ stdout, env: {} }))).toContain('\u001b[31m✗ 1. SPEC 3');
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
    expect(root).toMatchObject({ tag: 'testsuites', tests: '7', failures: '4', skipped: '2', time: '1.234' });
    const suites = others.filter(({ tag }) => tag === 'testsuite');
    expect(suites.map(({ name, tests, failures, skipped }) => [name, tests, failures, skipped])).toEqual([
      ['SPEC 3 states', '4', '4', '0'],
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
