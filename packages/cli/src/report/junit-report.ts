import type { CaseReport, CheckReport, ClauseReport } from '@location-records/conformance/node';

/** The report as JUnit XML: a suite for each clause, and in it a test for each case. */
export function junitReport({ url, startedAt, durationMs, counts, clauses, cases }: CheckReport): string {
  const suites = clauses.map((clause) => suite(clause, cases, startedAt)).join('');
  const attributes = { name: `location-records check ${url}`, ...totals(counts), time: seconds(durationMs) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, `${suites}\n`)}\n`;
}

function suite(clause: ClauseReport, cases: CheckReport['cases'], timestamp: string): string {
  const own = cases.filter((one) => one.clause === clause.clause);
  const time = seconds(own.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const attributes = {
    name: `${clause.clause} ${clause.title}`,
    ...totals(clause),
    errors: 0,
    time,
    timestamp,
  };
  return `\n${element('testsuite', attributes, `${own.map(test).join('')}\n`)}`;
}

function test({ id, clause, title, durationMs, reason, failure }: CaseReport): string {
  const attributes = { classname: clause, name: `${id}: ${title}`, time: seconds(durationMs) };
  let result = '';
  if (reason !== undefined) result = element('skipped', { message: reason });
  if (failure) {
    const { what, expected, actual, commands } = failure;
    const message = `${what}: expected ${expected}, got ${actual}`;
    result = element('failure', { message, type: 'violation' }, escapeXml(commands.join('\n')));
  }
  return `\n${element('testcase', attributes, result)}`;
}

function totals({ passed, failed, leftOut }: CheckReport['counts']) {
  return { tests: passed + failed + leftOut, failures: failed, skipped: leftOut };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An XML element. `content` is XML. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return content === '' ? `<${name}${pairs.join('')}/>` : `<${name}${pairs.join('')}>${content}</${name}>`;
}

/** Escapes text for the content or an attribute of an element. Characters that XML 1.0 cannot hold are written as in JSON. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[^\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, inJson);
}

function inJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
