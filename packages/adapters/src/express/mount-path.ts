import type { ExpressLikeRequest } from './kept-body.ts';

const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;
/** A target for which the service has no route. */
const nowhere = '//';

/** The target below the mount point, as the client wrote it. */
export function targetBelow({ url = '', baseUrl = '', originalUrl = '' }: ExpressLikeRequest): string {
  if (baseUrl === '' && (url === originalUrl || originalUrl === '')) return url;
  const original = pathOf(originalUrl);
  const target = rawTarget(pathOf(url), original);
  if (baseUrl === '') return target;
  // Express 4 takes a second slash behind the mount point for a part of the mount point.
  if (original === `${baseUrl}/${target}`) return withinMount(baseUrl, `/${target}`);
  // Where the mount point is a regular expression, it also passes on `/mount.a`.
  if (original === `${baseUrl}${target.slice(1)}` && /^\/[^?#]/.test(target)) return nowhere;
  return withinMount(baseUrl, target);
}

/**
 * Some hosts decode the target before Express sees it (@fastify/express, @fastify/middie). The raw one is
 * then the end of the original target that decodes to it, so that `%252F` and `%2F` stay two identifiers. A
 * target that is not such an end was rewritten on purpose, and is taken as it is.
 */
function rawTarget(target: string, original: string): string {
  if (original.endsWith(target) || !original.includes('%')) return target;
  const slashes = Array.from(original.matchAll(/\//g), ({ index }) => index);
  return (
    endOf(original, slashes, target, decodeURI) ??
    endOf(original, slashes, target, decodeURIComponent) ??
    target
  );
}

/**
 * The end of a target from some slash on that decodes to `text`. A longer end decodes to a longer text, so
 * the search halves what is left: a client decides how many slashes there are.
 */
function endOf(
  original: string,
  slashes: readonly number[],
  text: string,
  decode: (encoded: string) => string,
): string | undefined {
  let [low, high] = [0, slashes.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const end = original.slice(slashes[middle]);
    const decoded = decodedBy(decode, end);
    if (decoded === text) return end;
    // An end that cannot be decoded is too long: each longer one has the same bad escape.
    if (decoded === undefined || decoded.length >= text.length) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function decodedBy(decode: (encoded: string) => string, encoded: string): string | undefined {
  try {
    return decode(encoded);
  } catch {
    return undefined;
  }
}

/** A target without the origin of its absolute form (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  return target.startsWith('/') ? target : target.replace(origin, '');
}

/**
 * Dot segments may lead out of the mount point. A host that knows the whole URL would not call the service
 * there.
 */
function withinMount(mountPath: string, target: string): string {
  if (!target.startsWith('/') || !dotSegment.test(target)) return target;
  const mount = resolve(mountPath);
  const resolved = resolve(mountPath + target);
  const below = resolved.slice(mount.length);
  return resolved.startsWith(mount) && /^([/?#]|$)/.test(below) ? below : nowhere;
}

function resolve(path: string): string {
  return new URL(`http://host${path}`).href;
}
