import type { HttpCase } from '../http/http-case.ts';

/**
 * Whether a name of `only` or `skip` stands for a case. It is how the id begins, or a clause: `SPEC 4.5` stands for
 * `SPEC 4.5.1` too, and `D4` not for `D41`.
 */
export function standsFor(name: string, { id, clause }: HttpCase): boolean {
  const wanted = name.trim().toLowerCase();
  const rest = clause.toLowerCase().startsWith(wanted) ? clause.slice(wanted.length) : undefined;
  const isClause = rest !== undefined && (rest === '' || rest.startsWith(' ') || rest.startsWith('.'));
  return wanted !== '' && (id.startsWith(wanted) || isClause);
}
