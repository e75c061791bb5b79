import { because, type Explanation, messageOf, quote } from './explanation.ts';
import type { LocationResponse } from './response.ts';
import { allowedMethods, errorResponse } from './responses.ts';

/** Every answer that is not a success, with the exact message (SPEC section 7 and, marked †, our own). */
export const problems = {
  contentTypeWrong: (why: Explanation) => errorResponse(400, 'Content-type is wrong, it must be JSON', why),
  identifierMissing: () =>
    errorResponse(400, 'Location identifier is missing', because('SPEC 4.5.2', 'no identifier in the path')),
  identifierInvalid: (why: Explanation) => errorResponse(400, 'Location identifier is not valid', why), // †
  bodyMissing: () =>
    errorResponse(400, 'Body content is missing', because('SPEC 4.5.3', 'a body of zero bytes')),
  bodyInvalid: (why: Explanation) => errorResponse(400, 'Provided JSON is not valid', why),
  deleteWithoutIdentifier: () =>
    errorResponse(
      400,
      'An id must be provided to delete a location',
      because('SPEC 4.6', 'no identifier in the path'),
    ),
  resourceNotFound: (id: string) =>
    errorResponse(404, `Resource not found: ${id}`, because('SPEC 4.1', `the record ${quote(id)} is absent`)),
  locationNotFound: (id: string) =>
    errorResponse(
      404,
      `Location not found: ${id}`,
      because('SPEC 4.5.5', `the record ${quote(id)} is absent`),
    ),
  routeNotFound: (why: Explanation): LocationResponse => ({
    ...errorResponse(404, 'Route not found', why), // †
    isRouteUnknown: true,
  }),
  methodNotAllowed: (method: string) =>
    withAllow(
      errorResponse(405, 'Method not allowed', because('D14', `there is no method ${quote(method)}`)), // †
    ),
  internalError: (method: string, error: unknown) =>
    errorResponse(
      500,
      'Internal server error',
      because(method === 'DELETE' ? 'D39' : 'SPEC 7', `unexpected failure: ${messageOf(error)}`),
    ),
};

function withAllow(answer: LocationResponse): LocationResponse {
  return { ...answer, headers: { ...answer.headers, Allow: allowedMethods } };
}
