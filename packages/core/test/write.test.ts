import { describe, expect, it } from 'vitest';
import { contentTypeFault } from '../src/write.ts';

describe('contentTypeFault', () => {
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
    'application/json; a=","; b=",\t"',
    'application/json; a="unfinished',
    'application/json; a="unfinished\\',
    `application/json; a="${'\\a'.repeat(50)}"`,
  ])('accepts %j', (line) => {
    expect(contentTypeFault([line])).toBeUndefined();
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
    'application/json; a="x, text/plain',
    'application/json; a="x,text/plain',
    'application/json; a="x\\, text/plain',
    'application/json; a="x\\,y',
    'application/json; a="x, y"',
    'application/json; a="x"; b="y,',
    'application/json; a=", ',
    '"application/json"',
    'application/json\u00a0',
  ])('refuses %j', (line) => {
    expect(contentTypeFault([line])).toEqual({
      clause: 'SPEC 4.5.1',
      reason: `content type ${JSON.stringify(line)}`,
    });
  });

  it('refuses a missing or repeated field', () => {
    const missing = { clause: 'SPEC 4.5.1', reason: 'content type missing' };
    expect(contentTypeFault([])).toEqual(missing);
    expect(contentTypeFault(['application/json', 'application/json'])).toEqual({
      clause: 'D16',
      reason: 'content type repeated (2 lines)',
    });
  });

  it('refuses many escapes before a comma without trying every way to read them', () => {
    // Backtracking over 40 escapes, each readable in two ways, would not end within the life of the test.
    expect(contentTypeFault([`application/json; a="${'\\a'.repeat(40)}",`])).toBeDefined();
  });

  it('refuses many quoted strings before a comma without trying every way to read them', () => {
    expect(contentTypeFault([`application/json; ${'"a"'.repeat(40)},`])).toBeDefined();
    expect(contentTypeFault([`application/json; ${'"a" '.repeat(40)}"b,`])).toBeDefined();
  });

  // What `Headers` makes of two lines must be refused as the two lines are, where these can be told apart.
  it.each([
    ['application/json; a="', 'text/plain'],
    ['application/json; a="', '"'],
    ['application/json; a="', 'application/json; a="'],
    ['application/json; a="\\', '"'],
    ['application/json; a="', ''],
    ['application/json', ''],
    ['', 'application/json'],
  ])('refuses the lines %j and %j alone and joined', (...lines) => {
    const headers = new Headers(lines.map((line) => ['content-type', line]));
    expect(contentTypeFault(lines)).toBeDefined();
    expect(contentTypeFault([String(headers.get('content-type'))])).toBeDefined();
  });
});
