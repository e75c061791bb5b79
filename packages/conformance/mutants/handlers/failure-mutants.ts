import { errorResponse } from '@location-records/core/adapter-kit';
import { changingAnswers, type HandlerMutant, json, withOptions, withStore } from './handler-mutant.ts';

/** The pieces of a list up to where it fails, as if it ended there. */
async function* withoutFailure(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  try {
    yield* pieces;
  } catch {}
}

/** Services that hide a failure of the store, or tell too much of it. */
export const failureMutants: readonly HandlerMutant[] = [
  {
    id: 'list-failure-hidden',
    breaks: 'ends a list that fails half-way as if it were whole',
    killedBy: 'failure-list-half-way-2',
    create: changingAnswers((response) =>
      typeof response.body === 'string' ? response : { ...response, body: withoutFailure(response.body) },
    ),
  },
  {
    id: 'failure-is-an-empty-list',
    breaks: 'answers an empty list when the store fails',
    killedBy: 'failure-list-first',
    create: changingAnswers((response, { target, method }) =>
      response.status === 500 && target === '/' && method === 'GET' ? json(200, '[]') : response,
    ),
  },
  {
    id: 'failure-is-not-found',
    breaks: 'answers 404 when the store fails',
    killedBy: 'failure-get-cause',
    create: changingAnswers((response, { target, method }) =>
      response.status === 500 && method === 'GET'
        ? errorResponse(404, `Resource not found: ${target.slice(1)}`)
        : response,
    ),
  },
  {
    id: 'failure-is-503',
    breaks: 'answers 503 when the store fails',
    killedBy: 'failure-get-cause',
    create: changingAnswers((response) =>
      response.status === 500 ? { ...response, status: 503 } : response,
    ),
  },
  {
    id: 'failure-of-delete-hidden',
    breaks: 'answers 200 to a DELETE that failed',
    killedBy: 'failure-delete-cause',
    create: withStore((store) => ({ delete: (id) => store.delete(id).catch(() => {}) })),
  },
  {
    id: 'failure-of-post-hidden',
    breaks: 'answers POST before the store has the record',
    killedBy: 'failure-post-cause',
    create: withStore((store) => ({
      put: async (id, location) => void store.put(id, location).catch(() => {}),
    })),
  },
  {
    id: 'cause-on-the-wire',
    breaks: 'tells the client why it failed',
    killedBy: 'failure-get-cause',
    create: (options) => {
      let cause: unknown;
      const onError: typeof options.onError = (error, request) => {
        cause = error;
        options.onError?.(error, request);
      };
      const create = changingAnswers((response) =>
        response.status === 500 ? errorResponse(500, String(cause)) : response,
      );
      return create({ ...options, onError });
    },
  },
  {
    id: 'cause-lost',
    breaks: 'never reports why it failed',
    killedBy: 'failure-get-cause',
    create: withOptions(() => ({ onError: undefined })),
  },
];
