import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../src/workspace.mjs';

const packages = join(root, 'packages');

/**
 * The sections of SPEC.md, and the rules of their numbered lists, as clauses: `SPEC 4`, `SPEC 4.5`,
 * `SPEC 4.5.1`.
 */
function clausesOfSpecification(): Set<string> {
  const clauses = new Set<string>();
  let [section, rule] = ['', ''];
  for (const line of readFileSync(join(packages, 'core/SPEC.md'), 'utf8').split('\n')) {
    const [, sectionNumber, indent, number] = /^(?:## (\d+)\. |( *)(\d+)\. )/.exec(line) ?? [];
    if (sectionNumber) section = sectionNumber;
    else if (number && !indent) rule = number;
    else if (!number) continue;
    clauses.add(
      ['SPEC', [section, !sectionNumber && rule, indent && number].filter(Boolean).join('.')].join(' '),
    );
  }
  return clauses;
}

/** The headings of DECISIONS.md that a link such as `#d29` leads to. */
function decisions(): readonly string[] {
  const text = readFileSync(join(packages, 'core/DECISIONS.md'), 'utf8');
  return [...text.matchAll(/^#### (D\d+b?)$/gm)].map(([, name = '']) => name);
}

/** Which files name each clause, among the sources of all packages. */
function clausesInUse(): Map<string, string> {
  const used = new Map<string, string>();
  for (const entry of readdirSync(packages, { withFileTypes: true })) {
    const src = join(packages, entry.name, 'src');
    if (!existsSync(src)) continue;
    for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|mjs)$/.test(file)) continue;
      const text = readFileSync(join(src, file), 'utf8');
      for (const [, spec, decision] of text.matchAll(
        /\bSPEC (?:section )?(\d+(?:\.\d+)*)|\b(D\d{1,2}b?)\b/g,
      )) {
        used.set(decision ?? `SPEC ${spec}`, join(entry.name, 'src', file));
      }
    }
  }
  return used;
}

describe('a clause', () => {
  const explained = new Set([...clausesOfSpecification(), ...decisions()]);

  it.each([...clausesInUse()])(
    '%s, which %s names, is one of SPEC.md or a heading of DECISIONS.md',
    (clause) => {
      expect(explained).toContain(clause);
    },
  );

  it('has one heading', () => {
    expect(decisions()).toEqual([...new Set(decisions())]);
    expect(decisions()).toHaveLength(56);
  });
});
