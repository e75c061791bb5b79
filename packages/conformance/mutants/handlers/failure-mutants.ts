import { errorResponse } from '@location-records/core/adapter-kit';
import { changingResponses, type HandlerMutant, json, withOptions, withStore } from './handler-mutant.ts';

/** The pieces of a list up to its failure, as if the list ended there. */
async function* withoutFailure<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, undefined> {
  try {
    yield* pieces;
  } catch {}
}

/** Services that hide a failure of the store, or reveal too much of it. */
export const failureMutants: readonly HandlerMutant[] = [
  {
    id: 'list-failure-hidden',
    breaks: 'ends a list that fails midway as if it were complete',
    killedBy: 'failure-list-half-way-2',
    create: changingResponses((response) =>
      typeof response.body === 'string' ? response : { ...response, body: withoutFailure(response.body) },
    ),
  },
  {
    id: 'failure-is-an-empty-list',
    breaks: 'responds with an empty list when the store fails',
    killedBy: 'failure-list-first',
    create: changingResponses((response, { target, method }) =>
      response.status === 500 && target === '/' && method === 'GET' ? json(200, '[]') : response,
    ),
  },
  {
    id: 'failure-is-not-found',
    breaks: 'responds with 404 when the store fails',
    killedBy: 'failure-get-cause',
    create: changingResponses((response, { target, method }) =>
      response.status === 500 && method === 'GET'
        ? errorResponse(404, `Resource not found: ${target.slice(1)}`)
        : response,
    ),
  },
  {
    id: 'failure-is-503',
    breaks: 'responds with 503 when the store fails',
    killedBy: 'failure-get-cause',
    create: changingResponses((response) =>
      response.status === 500 ? { ...response, status: 503 } : response,
    ),
  },
  {
    id: 'failure-of-delete-hidden',
    breaks: 'responds to a failed DELETE with 200',
    killedBy: 'failure-delete-cause',
    create: withStore((store) => ({ delete: (id) => store.delete(id).catch(() => {}) })),
  },
  {
    id: 'failure-of-post-hidden',
    breaks: 'responds to POST before the store has the record',
    killedBy: 'failure-post-cause',
    create: withStore((store) => ({
      put: async (id, location) => void store.put(id, location).catch(() => {}),
    })),
  },
  {
    id: 'cause-on-the-wire',
    breaks: 'sends the cause of a failure to the client',
    killedBy: 'failure-get-cause',
    create: (options) => {
      let cause: unknown;
      const onError: typeof options.onError = (error, request) => {
        cause = error;
        options.onError?.(error, request);
      };
      const create = changingResponses((response) =>
        response.status === 500 ? errorResponse(500, String(cause)) : response,
      );
      return create({ ...options, onError });
    },
  },
  {
    id: 'cause-lost',
    breaks: 'never reports the cause of a failure',
    killedBy: 'failure-get-cause',
    create: withOptions(() => ({ onError: undefined })),
  },
];
