import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * A wrong call: the argument or option that its error names, or the code of the error; then the arguments.
 */
export type WrongCall = readonly [about: string, ...args: unknown[]];

/** The exports of an entry of a package, by how they may be misused. */
export interface MisusedEntry {
  /** The module of the entry. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** The functions that refuse wrong calls, each with some. */
  readonly functions: Readonly<Record<string, readonly WrongCall[]>>;
  /** The functions that take no argument, or any. */
  readonly unchecked?: readonly string[];
  readonly errors?: readonly string[];
  readonly constants?: readonly string[];
}

/**
 * Registers tests: every export of a package is in its tables, and every wrong call is refused with a code
 * and the name of what is wrong.
 *
 * @param home the folder of the package, whose package.json names the entries.
 */
export function testMisuse(home: URL, entries: Readonly<Record<string, MisusedEntry>>): void {
  it('the tables of misuse have every entry of the package', () => {
    expect(Object.keys(entries).sort()).toEqual(entriesOf(home));
  });

  describe.each(Object.entries(entries))('the entry %s', (_, entry) => {
    const { exports, functions, unchecked = [], errors = [], constants = [] } = entry;

    it('has every export in one table of misuse', () => {
      const listed = [...Object.keys(functions), ...unchecked, ...errors, ...constants];
      expect(listed.sort()).toEqual(Object.keys(exports).sort());
      for (const calls of Object.values(functions)) expect(calls).not.toEqual([]);
    });

    it('exports errors and constants as its tables say', () => {
      for (const name of errors) expect((exports[name] as typeof Error).prototype).toBeInstanceOf(Error);
      for (const name of constants) expect(exports[name]).not.toBeTypeOf('function');
    });

    testWrongCalls(functions, exports);
  });
}

/** Registers a test for each wrong call: it throws or rejects, and the error names what is wrong. */
export function testWrongCalls(
  calls: Readonly<Record<string, readonly WrongCall[]>>,
  functions: Readonly<Record<string, unknown>>,
): void {
  const all = Object.entries(calls).flatMap(([name, wrong]) => wrong.map((call) => [name, ...call] as const));
  it.each(all.map(([name, about, ...args], index) => ({ name, about, args, number: index + 1 })))(
    '$number: a wrong call of $name is refused, and the error is about $about',
    async ({ name, about, args }) => {
      const called = functions[name] as (...args: readonly unknown[]) => unknown;
      const error = await errorOf(() => called(...args));
      expect(error).toBeInstanceOf(Error);
      const { code, argument, option } = error as Record<'code' | 'argument' | 'option', unknown>;
      expect(code).toMatch(/^[A-Z_]+$/);
      expect(argument ?? option ?? code).toBe(about);
    },
  );
}

async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** The modules, without files of data. */
function entriesOf(home: URL): readonly string[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(exports)
    .filter((entry) => !/\.(?:json|yaml)$/.test(entry))
    .sort();
}
