import { NotJudgedError } from '../../http/not-judged-error.ts';

/**
 * The target of a case as it is below a base path.
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

/** A path without its dot segments (D5), and without a query. */
function resolved(path: string): string {
  return new URL(`http://host${path}`).pathname;
}
