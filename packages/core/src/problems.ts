import { because, type Explanation, messageOf, quote } from './explanation.ts';
import type { ExplainedResponse } from './response.ts';
import { allowedMethods, errorResponse } from './responses.ts';

/** Every answer that is not a success, with the exact message (SPEC section 7 and, marked †, our own). */
export const problems = {
  contentTypeWrong: (why: Explanation) => problem(400, 'Content-type is wrong, it must be JSON', why),
  identifierMissing: () =>
    problem(400, 'Location identifier is missing', because('SPEC 4.5.2', 'no identifier in the path')),
  identifierInvalid: (why: Explanation) => problem(400, 'Location identifier is not valid', why), // †
  bodyMissing: () => problem(400, 'Body content is missing', because('SPEC 4.5.3', 'a body of zero bytes')),
  bodyInvalid: (why: Explanation) => problem(400, 'Provided JSON is not valid', why),
  deleteWithoutIdentifier: () =>
    problem(
      400,
      'An id must be provided to delete a location',
      because('SPEC 4.6', 'no identifier in the path'),
    ),
  resourceNotFound: (id: string) =>
    problem(404, `Resource not found: ${id}`, because('SPEC 4.1', `the record ${quote(id)} is absent`)),
  locationNotFound: (id: string) =>
    problem(404, `Location not found: ${id}`, because('SPEC 4.5.5', `the record ${quote(id)} is absent`)),
  routeNotFound: (why: Explanation): ExplainedResponse => ({
    ...problem(404, 'Route not found', why), // †
    isRouteUnknown: true,
  }),
  methodNotAllowed: (method: string) =>
    withAllow(
      problem(405, 'Method not allowed', because('D14', `there is no method ${quote(method)}`)), // †
    ),
  internalError: (method: string, error: unknown) =>
    problem(
      500,
      'Internal server error',
      because(method === 'DELETE' ? 'D39' : 'SPEC 7', `unexpected failure: ${messageOf(error)}`),
    ),
};

/** Without a spread, which would make a 404 a tenth dearer. */
function problem(status: number, message: string, explanation: Explanation): ExplainedResponse {
  const { headers, body } = errorResponse(status, message);
  return { status, headers, body, explanation };
}

function withAllow(answer: ExplainedResponse): ExplainedResponse {
  return { ...answer, headers: { ...answer.headers, Allow: allowedMethods } };
}
