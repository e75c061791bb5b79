import { deriveRequest } from '@location-records/core/adapter-kit';
import type { AreaPosition } from '@location-records/core/areas';
import {
  around,
  type ConsoleMutant,
  changingBoxes,
  changingPages,
  changingParameter,
  changingQueries,
  changingResponses,
  consoleService,
  problem,
  withWithin,
} from './console-mutant.ts';

/** A query without a parameter. */
function without(query: string, name: string): string {
  return query
    .split('&')
    .filter((part) => !part.startsWith(`${name}=`))
    .join('&');
}

/** A console that begins anew where a cursor is refused with such a message. */
function beginningAnew(message: RegExp): ConsoleMutant['create'] {
  return around(async (handle, request) => {
    const response = await handle(request);
    if (response.status !== 400 || !message.test(String(response.body))) return response;
    const [path, query = ''] = request.target.split('?', 2);
    return handle(deriveRequest(request, { target: `${path}?${without(query, 'cursor')}` }));
  });
}

/** The distance in a cursor of what is near. */
function distanceIn(target: string): number {
  const text = /[?&]cursor=([\w-]+)/.exec(target)?.[1] ?? '';
  const values = text === '' ? [] : JSON.parse(Buffer.from(text, 'base64url').toString());
  return String(values[1]).startsWith('near=') ? values[2] : -1;
}

/** Consoles whose pages repeat or lose records, or do not lead to each other. */
export const pageMutants: readonly ConsoleMutant[] = [
  {
    id: 'all-of-the-globe',
    breaks: 'leaves what is not on the globe out of all records',
    killedBy: 'areas-all',
    create: changingBoxes((box) =>
      box.west < -1e308 ? { west: -180, south: -90, east: 180, north: 90 } : box,
    ),
  },
  {
    id: 'all-on-one-page',
    breaks: 'has no second page of all records',
    killedBy: 'areas-pages-all',
    create: changingPages((page, { target }) => (/bbox=|near=/.test(target) ? page : { ...page, links: [] })),
  },
  {
    id: 'limit-ignored',
    breaks: 'ignores a limit',
    killedBy: 'areas-pages-box',
    create: changingQueries((query) => without(query, 'limit')),
  },
  {
    id: 'limit-exceeded',
    breaks: 'gives one record more than the limit',
    killedBy: 'areas-pages-box',
    create: changingParameter('limit', (text) => String(Number(text) + 1)),
  },
  {
    id: 'last-record-again',
    breaks: 'begins a page with the last record of the one before',
    killedBy: 'areas-pages-box',
    create: withWithin((store) => async (box, options) => {
      const { records, next } = await store.within(box, options);
      if (!next) return { records, next };
      const shorter = await store.within(box, { ...options, limit: Math.max(1, options.limit - 1) });
      return { records, next: shorter.next };
    }),
  },
  {
    id: 'first-record-skipped',
    breaks: 'leaves out the first record of each page but the first',
    killedBy: 'areas-pages-of-one',
    create: changingPages((page, { target }) =>
      target.includes('cursor=') ? { ...page, features: page.features.slice(1) } : page,
    ),
  },
  {
    id: 'antimeridian-forgotten',
    breaks: 'ends the pages of a box across the antimeridian at 180',
    killedBy: 'areas-pages-antimeridian',
    create: withWithin((store) => async (box, options) => {
      const isSecond = box.west === -180 && box.east < 0;
      return isSecond && options.limit < 100 ? { records: [], next: undefined } : store.within(box, options);
    }),
  },
  {
    id: 'near-alone-on-its-page',
    breaks: 'has no second page of what is near a point',
    killedBy: 'areas-pages-near',
    create: changingPages((page, { target }) => (target.includes('near=') ? { ...page, links: [] } : page)),
  },
  {
    id: 'same-place-skipped',
    breaks: 'goes on behind all records at the place of the last one',
    killedBy: 'areas-pages-same-place',
    create: withWithin((store) => async (box, { after, limit }) => {
      const behind = after && { ...after, id: '\u{10ffff}' };
      return store.within(box, { after: behind, limit });
    }),
  },
  {
    id: 'same-distance-skipped',
    breaks: 'goes on behind all records at the distance of the last one',
    killedBy: 'areas-pages-same-place',
    create: changingPages((page, { target }) => {
      const distance = distanceIn(target);
      return {
        ...page,
        features: page.features.filter(({ properties }) => properties.distance !== distance),
      };
    }),
  },
  {
    id: 'link-in-the-body-alone',
    breaks: 'has no field Link',
    killedBy: 'areas-next',
    create: changingResponses(({ headers: { Link: _, ...headers }, ...response }) => ({
      ...response,
      headers,
    })),
  },
  {
    id: 'link-in-the-field-alone',
    breaks: 'has no links in GeoJSON',
    killedBy: 'areas-next',
    create: changingPages(({ links: _, ...page }) => page),
  },
  {
    id: 'link-on-the-last-page',
    breaks: 'has a link to itself on the last page',
    killedBy: 'areas-next-last',
    create: changingPages((page, { target }) =>
      page.links.length > 0 || !target.includes('cursor=')
        ? page
        : { ...page, links: [{ rel: 'next', type: '', href: `?${target.split('?')[1]}` }] },
    ),
  },
  {
    id: 'cursor-for-once',
    breaks: 'accepts a cursor once',
    killedBy: 'areas-pages-again',
    create: (options) => {
      const handle = consoleService(options);
      const used = new Set<string>();
      return async (request) => {
        const [cursor = ''] = /cursor=[\w-]+/.exec(request.target) ?? [];
        if (used.has(cursor)) return problem(400, 'The parameter "cursor" must be a new one.');
        if (cursor !== '') used.add(cursor);
        return handle(request);
      };
    },
  },
  {
    id: 'pages-by-number',
    breaks: 'begins a page behind as many records as were on the pages before',
    killedBy: 'areas-pages-while-writing',
    create: withWithin((store) => {
      const counts = new Map<string, number>();
      const keyOf = (position: AreaPosition | undefined) => JSON.stringify(position);
      return async (box, { after, limit }) => {
        const count = counts.get(keyOf(after)) ?? 0;
        const { records } = await store.within(box, { limit: count + limit });
        const { next } = await store.within(box, { after, limit });
        if (next) counts.set(keyOf(next), count + limit);
        return { records: records.slice(count), next };
      };
    }),
  },
  {
    id: 'cursor-of-a-record-that-must-be-there',
    breaks: 'ends the pages where the record of the cursor was removed',
    killedBy: 'areas-pages-after-removal',
    create: withWithin((store) => async (box, options) => {
      const isGone = options.after && (await store.get(options.after.id)) === undefined;
      return isGone ? { records: [], next: undefined } : store.within(box, options);
    }),
  },
  {
    id: 'malformed-cursor-ignored',
    breaks: 'begins anew where a cursor is malformed',
    killedBy: 'areas-cursor-malformed',
    create: beginningAnew(/"cursor\\" must be that of a link/),
  },
  {
    id: 'cursor-of-another-query-ignored',
    breaks: 'begins anew where a cursor is of another query',
    killedBy: 'areas-cursor-other-query',
    create: beginningAnew(/"cursor\\" must be of this query/),
  },
  {
    id: 'cursor-of-one-limit',
    breaks: 'refuses a cursor with another limit than that of its page',
    killedBy: 'areas-cursor-other-limit',
    create: changingResponses((response, { target }) =>
      /limit=50&cursor=/.test(target) ? problem(400, 'The parameter "limit" must stay as it is.') : response,
    ),
  },
  {
    id: 'link-from-the-root',
    breaks: 'links to a next page below the root, wherever it is',
    killedBy: 'areas-base-path',
    create: changingPages((page) => ({
      ...page,
      links: page.links.map((link) => ({ ...link, href: `/-/records${link.href}` })),
    })),
  },
];
