import { NotJudgedError } from '../not-judged-error.ts';

/**
 * Every identifier that a server might read from a target: the whole path, its segments and the values of its query,
 * each as sent and decoded. Texts that cannot be identifiers (D5, D8) are left out.
 */
export function targetReadings(target: string): readonly string[] {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(local(target)) ?? [];
  const raw = [
    path.replace(/^[/\\]/, ''),
    ...path.split(/[/\\]/),
    ...query.split('&').map((pair) => pair.replace(/^[^=]*=?/, '')),
  ];
  const all = new Set(raw.flatMap((text) => [text, decoded(text)]));
  return [...all].filter((id) => id !== '' && id !== '.' && id !== '..');
}

/** Whether a server may treat a target as the list. */
export function isRootLike(target: string): boolean {
  const path = local(target);
  return /^\/*$/.test(new URL(`http://host${/^[/\\?#]|^$/.test(path) ? path : `/${path}`}`).pathname);
}

/** A target without the scheme and the authority of the absolute form. */
function local(target: string): string {
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The target of a record, with all special characters encoded; `undefined` for an identifier that is not well-formed.
 */
export function targetOf(id: string): string | undefined {
  return id.isWellFormed() ? `/${encodeURIComponent(id)}` : undefined;
}

/**
 * The target of a case, moved below a base path.
 *
 * @throws {NotJudgedError} when its dot segments would leave the base path.
 */
export function underBasePath(basePath: string, target: string): string {
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/\\?#]*)?(.*)$/is.exec(target) ?? [];
  if (basePath === '' || (origin === '' && !/^[/\\]/.test(path))) return target;
  const moved = `${basePath}${path}`;
  const rest = /^[/\\]/.test(path) ? resolved(path) : '';
  if (resolved(moved) === `${basePath}${rest}`) return `${origin}${moved}`;
  throw new NotJudgedError('Its target would leave the base path of the service.');
}

/** The path without dot segments (D5) and without a query. */
function resolved(path: string): string {
  return new URL(`http://host${path}`).pathname;
}
