import { errorResponse } from '@location-records/core/adapter-kit';
import {
  around,
  changingRequests,
  changingResponseTexts,
  changingTargets,
  type HandlerMutant,
  json,
} from './handler-mutant.ts';

/** Changes the identifier of a target, unless it cannot be decoded. */
function changingIds(change: (id: string) => string): HandlerMutant['create'] {
  return changingTargets((target) => {
    const [, encoded, rest = ''] = /^\/([^/?#\\]+)(.*)$/s.exec(target) ?? [];
    if (encoded === undefined) return target;
    try {
      return `/${encodeURIComponent(change(decodeURIComponent(encoded)))}${rest}`;
    } catch {
      return target;
    }
  });
}

/** Services that confuse targets. */
export const targetMutants: readonly HandlerMutant[] = [
  {
    id: 'ids-trimmed',
    breaks: 'trims identifiers',
    killedBy: 'id-distinct-space-behind',
    create: changingIds((id) => id.trim() || id),
  },
  {
    id: 'ids-lower-cased',
    breaks: 'ignores the case of identifiers',
    killedBy: 'id-distinct-case',
    create: changingIds((id) => id.toLowerCase()),
  },
  {
    id: 'ids-read-as-numbers',
    breaks: 'ignores zeros at the start of identifiers of digits',
    killedBy: 'id-special-numbers',
    create: changingIds((id) => (/^\d{1,15}$/.test(id) ? String(Number(id)) : id)),
  },
  {
    id: 'ids-normalised',
    breaks: 'normalises identifiers',
    killedBy: 'id-distinct-normalisation',
    create: changingIds((id) => id.normalize('NFC')),
  },
  {
    id: 'ids-decoded-twice',
    breaks: 'decodes identifiers twice',
    killedBy: 'id-distinct-slash-encoded',
    create: changingIds((id) => (/%[0-7][\da-f]/i.test(id) ? decodeURIComponent(id) : id)),
  },
  {
    id: 'plus-is-space',
    breaks: 'treats a plus in an identifier as a space',
    killedBy: 'id-distinct-plus-space',
    create: changingTargets((target) => target.replaceAll('+', '%20')),
  },
  {
    id: 'ids-cut-at-nul',
    breaks: 'ends an identifier at NUL',
    killedBy: 'id-distinct-nul-behind',
    create: changingIds((id) => id.split('\0', 1).join()),
  },
  {
    id: 'ids-limited',
    breaks: 'refuses identifiers of more than 255 characters',
    killedBy: 'id-long-distinct',
    create: around(async (handle, request) =>
      request.target.length > 256 ? errorResponse(400, 'Location identifier is not valid') : handle(request),
    ),
  },
  {
    id: 'ids-without-dots-on-i',
    breaks: 'folds the letters i of Turkish into one',
    killedBy: 'id-distinct-letter-case',
    create: changingIds((id) => id.replace(/[\u{130}\u{131}]/gu, 'i')),
  },
  {
    id: 'ids-without-ligatures',
    breaks: 'treats the ligature fi in an identifier as two letters',
    killedBy: 'id-distinct-equivalents',
    create: changingIds((id) => id.replaceAll('\u{fb01}', 'fi')),
  },
  {
    id: 'ids-without-the-invisible',
    breaks: 'ignores zero-width spaces and soft hyphens inside identifiers',
    killedBy: 'id-distinct-invisible',
    create: changingIds((id) => id.replace(/(?<=.)[\u{200b}\u{ad}](?=.)/gu, '')),
  },
  {
    id: 'ids-without-wide-spaces-at-end',
    breaks: 'ignores an ideographic space at the end of an identifier',
    killedBy: 'id-distinct-white-space',
    create: changingIds((id) => id.replace(/\u{3000}$/u, '')),
  },
  {
    id: 'file-ending-ignored',
    breaks: 'treats /a.json as /a',
    killedBy: 'id-distinct-file-endings',
    create: changingTargets((target) => target.replace(/(?<=[^/])\.json$/, '')),
  },
  {
    id: 'tilde-ignored',
    breaks: 'treats /a~, the name of a backup, as /a',
    killedBy: 'id-distinct-punctuation',
    create: changingTargets((target) => target.replace(/(?<=[^/])~$/, '')),
  },
  {
    id: 'markup-in-ids-decoded',
    breaks: 'decodes &amp; in an identifier',
    killedBy: 'id-markup',
    create: changingIds((id) => id.replaceAll('&amp;', '&')),
  },
  {
    id: 'query-is-id',
    breaks: 'treats the query as part of the identifier',
    killedBy: 'list-query',
    create: changingTargets((target) => target.replace('?', '%3F')),
  },
  {
    id: 'control-plane-takes-writes',
    breaks: 'responds to PUT below /-/ with success',
    killedBy: 'target-control-plane',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return request.method === 'PUT' && request.target.startsWith('/-/') ? json(200, '') : response;
    }),
  },
  {
    id: 'slash-at-end-ignored',
    breaks: 'treats /a/ as /a',
    killedBy: 'target-control-plane',
    create: changingTargets((target) => target.replace(/(?<=[^/])\/$/, '')),
  },
  {
    id: 'slashes-merged',
    breaks: 'treats several slashes as one',
    killedBy: 'target-unknown-slash-before',
    create: changingTargets((target) => target.replace(/^\/\/+/, '/')),
  },
  {
    id: 'split-after-decoding',
    breaks: 'treats an encoded slash as a separator of segments',
    killedBy: 'id-distinct-slash-encoded',
    create: changingTargets((target) => target.replace(/%2f/gi, '/')),
  },
  {
    id: 'dots-are-ids',
    breaks: 'treats dot segments as identifiers',
    killedBy: 'target-root-dot',
    create: changingTargets((target) => target.replace(/^\/\.\.?$/, '/dots')),
  },
  {
    id: 'encoded-dots-are-ids',
    breaks: 'removes dot segments only when they are not encoded',
    killedBy: 'target-root-dot-encoded',
    create: changingTargets((target) => target.replace(/%2e/gi, '%252e')),
  },
  {
    id: 'backslash-is-ordinary',
    breaks: 'treats a backslash as part of an identifier',
    killedBy: 'target-unknown-backslash',
    create: changingTargets((target) => target.replaceAll('\\', '%5C')),
  },
  {
    id: 'absolute-form-unknown',
    breaks: 'does not support targets in absolute form',
    killedBy: 'target-root-absolute',
    create: changingTargets((target) => (/^https?:/i.test(target) ? '/not/known' : target)),
  },
  {
    id: 'bad-escapes-kept',
    breaks: 'treats invalid escapes as part of the identifier',
    killedBy: 'response-error-bad-escape',
    create: changingTargets((target) => target.replace(/%(?![\da-f]{2})/gi, '%25')),
  },
  {
    id: 'bad-utf8-replaced',
    breaks: 'replaces escapes that are not UTF-8 by U+FFFD',
    killedBy: 'id-bad-escape-ff',
    create: changingTargets((target) => target.replace(/%FF/gi, '%EF%BF%BD')),
  },
  {
    id: 'root-is-405',
    breaks: 'responds to writes on the root with 405',
    killedBy: 'response-error-post-id',
    create: around(async (handle, request) =>
      request.target === '/' && request.method === 'POST'
        ? errorResponse(405, 'Method not allowed')
        : handle(request),
    ),
  },
  {
    id: 'delete-root-removes-all',
    breaks: 'responds to DELETE on the root with 200',
    killedBy: 'response-error-delete-id',
    create: changingRequests(({ method, target }) =>
      method === 'DELETE' && target === '/' ? { target: '/all' } : {},
    ),
  },
  {
    id: 'unknown-route-is-405',
    breaks: 'responds to an unknown route with 405',
    killedBy: 'target-unknown-post',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return response.body.toString().includes('Route not found')
        ? errorResponse(405, 'Method not allowed')
        : response;
    }),
  },
  {
    id: 'messages-encode-ids',
    breaks: 'percent-encodes the identifier in its messages',
    killedBy: 'id-message-is-json',
    create: changingResponseTexts((text) =>
      text.replace(
        /(not found: )(.*)("})$/,
        (_, before, id, after) => before + encodeURIComponent(id) + after,
      ),
    ),
  },
  {
    id: 'method-overridden',
    breaks: 'obeys X-HTTP-Method-Override',
    killedBy: 'method-override-x-http-method-override',
    create: changingRequests(({ method, headers }) => ({
      method: headers['x-http-method-override']?.[0] ?? method,
    })),
  },
  {
    id: 'methods-case-insensitive',
    breaks: 'ignores the case of methods',
    killedBy: 'method-lower-case',
    create: changingRequests(({ method }) => ({ method: method.toUpperCase() })),
  },
];
