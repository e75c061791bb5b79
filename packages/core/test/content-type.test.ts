import { describe, expect, it } from 'vitest';
import { isJson } from '../src/content-type.ts';

describe('isJson', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    ' application/json\t',
    'application/json;charset=utf-8',
    'application/json ; charset="utf-8"',
    'application/json; charset',
    'application/json;',
    'application/json;;=;',
    'application/json; charset=utf-16',
    'application/json; a="x,y"',
    'application/json; a="x\\",y"',
    'application/json; a="unfinished',
    'application/json; a="unfinished\\',
    `application/json; a="${'\\a'.repeat(50)}"`,
  ])('accepts %j', (line) => {
    expect(isJson([line])).toBe(true);
  });

  it.each([
    '',
    'application/jsonp',
    'application/json5',
    'application/ json',
    'application /json',
    'application/vnd.api+json',
    'text/json',
    'text/plain',
    'json',
    '*/*',
    'application/*',
    'xapplication/json',
    'application/json charset=utf-8',
    'application/json, application/json',
    'application/json,',
    ',application/json',
    'application/json;charset=utf-8, text/plain',
    'application/json; a="x", text/plain',
    '"application/json"',
    'application/json\u00a0',
  ])('refuses %j', (line) => {
    expect(isJson([line])).toBe(false);
  });

  it('refuses a field that is missing or repeated', () => {
    expect(isJson(undefined)).toBe(false);
    expect(isJson([])).toBe(false);
    expect(isJson(['application/json', 'application/json'])).toBe(false);
  });

  it('refuses many escapes before a comma without trying every way to read them', () => {
    // Backtracking over 40 escapes, each readable in two ways, would not end within the life of the test.
    expect(isJson([`application/json; a="${'\\a'.repeat(40)}",`])).toBe(false);
  });
});
