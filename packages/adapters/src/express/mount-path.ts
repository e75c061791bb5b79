import type { ExpressLikeRequest } from './kept-body.ts';

const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;
/** A target without a route. */
const nowhere = '//';

/** Returns the target below the mount point, as the client wrote it. */
export function targetBelow({ url = '', baseUrl = '', originalUrl = '' }: ExpressLikeRequest): string {
  if (baseUrl === '' && (url === originalUrl || originalUrl === '')) return url;
  const original = pathOf(originalUrl);
  const target = rawTarget(pathOf(url), original);
  if (baseUrl === '') return target;
  // Express 4 counts a second slash after the mount point as part of the mount point.
  if (original === `${baseUrl}/${target}`) return withinMount(baseUrl, `/${target}`);
  // A mount point that is a regular expression also matches `/mount.a`.
  if (original === `${baseUrl}${target.slice(1)}` && /^\/[^?#]/.test(target)) return nowhere;
  return withinMount(baseUrl, target);
}

/**
 * Finds the raw target when a host decodes it before Express sees it (@fastify/express, @fastify/middie): the
 * end of the original target that decodes to it, so that `%252F` and `%2F` stay two identifiers. Without such
 * an end, the target was rewritten on purpose, and is used as it is.
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
 * Finds the end of a target, from a slash on, that decodes to `text`. A longer end decodes to a longer text,
 * so a binary search will do: clients decide how many slashes there are.
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
    // An end that cannot be decoded is too long: every longer one has the same bad escape.
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

/** Removes the origin of an absolute-form target (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  return target.startsWith('/') ? target : target.replace(origin, '');
}

/**
 * Refuses a target whose dot segments lead out of the mount point: a host that resolves URLs first would not
 * call the service.
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
