import type { CaseReport, CheckReport } from '@location-records/conformance/node';
import { escapeHiddenInLines } from '../../output/printable-text.ts';

/** The report as JUnit XML: a suite for each clause, and in it a test for each case. */
export function junitReport({ url, startedAt, durationMs, cases }: CheckReport): string {
  const clauses = [...new Set(cases.map(({ clause }) => clause))];
  const suites = clauses.map((clause) => {
    const own = cases.filter((one) => one.clause === clause);
    const time = own.reduce((sum, one) => sum + one.durationMs, 0);
    const attributes = { name: clause, ...totals(own), errors: 0, time: seconds(time), timestamp: startedAt };
    return element('testsuite', attributes, own.map(test).join(''));
  });
  const attributes = { name: `location-records check ${url}`, ...totals(cases), time: seconds(durationMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites.join(''))}`;
}

function test({ id, clause, rule, outcome, durationMs, reason = '', failure }: CaseReport): string {
  const attributes = { classname: clause, name: `${id}: ${rule}`, time: seconds(durationMs) };
  if (failure) {
    const message = `expected ${failure.expected}, got ${failure.actual}`;
    const told = element('failure', { message, type: 'violation' }, escapeXml(failure.command));
    return element('testcase', attributes, told);
  }
  if (outcome === 'passed') return element('testcase', attributes);
  const message = outcome === 'set-aside' ? `It presupposes ${reason}, which failed.` : reason;
  return element('testcase', attributes, element('skipped', { message }));
}

function totals(cases: readonly CaseReport[]) {
  const failures = cases.filter(({ outcome }) => outcome === 'failed').length;
  const passed = cases.filter(({ outcome }) => outcome === 'passed').length;
  return { tests: cases.length, failures, skipped: cases.length - failures - passed };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Formats an XML element on separate lines. `content` is XML. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return content === ''
    ? `<${name}${pairs.join('')}/>\n`
    : `<${name}${pairs.join('')}>\n${content}</${name}>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes text for the content or an attribute of an element. What XML 1.0 cannot hold, and what could deceive
 * a reader, is written as in JSON.
 */
function escapeXml(text: string): string {
  return escapeHiddenInLines(text)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[^\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}
