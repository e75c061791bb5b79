import { createHandler } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import {
  around,
  type ConsoleMutant,
  changingResponses,
  consoleService,
  problem,
  withText,
  withWithin,
} from './console-mutant.ts';

const empty = '{"type":"FeatureCollection","features":[],"links":[]}';

/** A console that acts on each target as `change` makes it. */
function changingTargets(change: (target: string) => string): ConsoleMutant['create'] {
  return (options) => {
    const handle = consoleService(options);
    return (request) => handle(deriveRequest(request, { target: change(request.target) }));
  };
}

/** A console that serves one method as another. */
function changingMethod(from: string, to: string): ConsoleMutant['create'] {
  return around((handle, request) =>
    handle(deriveRequest(request, { method: request.method === from ? to : request.method })),
  );
}

/** Consoles with other methods or paths, and those that change the service beside them. */
export const methodMutants: readonly ConsoleMutant[] = [
  {
    id: 'head-without-length',
    breaks: 'drops the length of HEAD',
    killedBy: 'areas-head',
    create: changingResponses((response, { method }) => {
      const { 'Content-Length': _, ...headers } = response.headers;
      return method === 'HEAD' ? { ...response, headers } : response;
    }),
  },
  {
    id: 'head-never-refused',
    breaks: 'responds with 200 to HEAD of a query that it would refuse',
    killedBy: 'areas-head',
    create: changingResponses((response, { method }) =>
      method === 'HEAD' ? { ...response, status: 200 } : response,
    ),
  },
  {
    id: 'head-without-link',
    breaks: 'drops the field Link of HEAD',
    killedBy: 'areas-head',
    create: changingResponses((response, { method }) => {
      const { Link: _, ...headers } = response.headers;
      return method === 'HEAD' ? { ...response, headers } : response;
    }),
  },
  {
    id: 'options-of-the-service',
    breaks: 'lists the methods of the service',
    killedBy: 'areas-options',
    create: changingResponses((response, { method }) =>
      method === 'OPTIONS'
        ? { ...response, headers: { ...response.headers, Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' } }
        : response,
    ),
  },
  {
    id: 'options-without-content',
    breaks: 'responds to OPTIONS with 204',
    killedBy: 'areas-options',
    create: changingResponses((response, { method }) =>
      method === 'OPTIONS' ? { ...response, status: 204 } : response,
    ),
  },
  {
    id: 'post-as-query',
    breaks: 'takes POST for GET',
    killedBy: 'areas-method-post',
    create: changingMethod('POST', 'GET'),
  },
  {
    id: 'put-of-the-service',
    breaks: 'leaves PUT to the service, which has no such route',
    killedBy: 'areas-method-put',
    create: (options) => {
      const [handle, service] = [consoleService(options), createHandler(options)];
      return (request) => (request.method === 'PUT' ? service(request) : handle(request));
    },
  },
  {
    id: 'delete-in-the-box',
    breaks: 'deletes the records that are found',
    killedBy: 'areas-method-delete',
    create: (options) => {
      const handle = consoleService(options);
      return async (request) => {
        if (request.method === 'DELETE' && request.target.includes('/-/records?bbox=')) {
          const box = { west: -123, south: -48, east: -122, north: -47 };
          const { records } = await options.store.within(box, { limit: 1000 });
          for (const [id] of records) await options.store.delete(id);
        }
        return handle(request);
      };
    },
  },
  {
    id: 'method-refused-without-list',
    breaks: 'refuses a method without listing those that it has',
    killedBy: 'areas-method-patch',
    create: changingResponses((response) => {
      const { Allow: _, ...headers } = response.headers;
      return response.status === 405 ? { ...response, headers } : response;
    }),
  },
  {
    id: 'root-filtered',
    breaks: 'serves area queries on the root, too',
    killedBy: 'areas-not-on-root',
    create: changingTargets((target) => target.replace(/^\/(?=\?bbox=)/, '/-/records')),
  },
  {
    id: 'everything-below',
    breaks: 'serves what is below its path as well',
    killedBy: 'areas-path-below',
    create: changingTargets((target) => target.replace(/(?<=^\/-\/records)\/[^?]*/, '')),
  },
  {
    id: 'everything-that-begins-alike',
    breaks: 'serves the beginning of its path',
    killedBy: 'areas-path-other',
    create: changingTargets((target) => target.replace(/^\/-\/record(?=\?|$)/, '/-/records')),
  },
  {
    id: 'path-without-case',
    breaks: 'reads its path without the case',
    killedBy: 'areas-path-upper-case',
    create: changingTargets((target) => target.replace(/^\/-\/records/i, '/-/records')),
  },
  {
    id: 'path-as-sent',
    breaks: 'compares its path as it was sent',
    killedBy: 'areas-path-spellings',
    create: (options) => {
      const [handle, service] = [consoleService(options), createHandler(options)];
      return (request) => (request.target.startsWith('/-/records') ? handle(request) : service(request));
    },
  },
  {
    id: 'path-decoded-before-it-is-split',
    breaks: 'takes an identifier with a slash for its path',
    killedBy: 'areas-path-identifier',
    create: changingTargets((target) => target.replace(/^\/-%2Frecords/i, '/-/records')),
  },
  {
    id: 'base-path-ignored',
    breaks: 'has its path below the root, whatever the base path is',
    killedBy: 'areas-base-path',
    create: (options) => {
      const atRoot = consoleService({ ...options, basePath: '/' });
      const handle = createHandler(options);
      return (request) => (request.target.startsWith('/-/records') ? atRoot(request) : handle(request));
    },
  },
  {
    id: 'failure-as-no-records',
    breaks: 'finds nothing where the store fails',
    killedBy: 'areas-failure',
    create: changingResponses((response) =>
      response.status === 500
        ? withText({ status: 200, headers: { 'Content-Type': 'application/geo+json' }, body: '' }, empty)
        : response,
    ),
  },
  {
    id: 'failure-unreported',
    breaks: 'reports no failures of the store',
    killedBy: 'areas-failure',
    create: ({ onError: _, ...options }) => consoleService(options),
  },
  {
    id: 'failure-for-ever',
    breaks: 'fails for ever after the store failed once',
    killedBy: 'areas-failure',
    create: withWithin((store) => {
      let isBroken = false;
      return async (box, options) => {
        if (isBroken) throw new Error('It is broken.');
        isBroken = true;
        const page = await store.within(box, options);
        isBroken = false;
        return page;
      };
    }),
  },
  {
    id: 'failure-with-its-cause',
    breaks: 'tells the client why the store failed',
    killedBy: 'areas-failure',
    create: changingResponses((response) =>
      response.status === 500 ? problem(500, 'The disk is gone.') : response,
    ),
  },
];
