/** The messages of SPEC section 7, and ours where it is silent. */
export const messages = {
  contentType: 'Content-type is wrong, it must be JSON',
  idMissing: 'Location identifier is missing',
  idInvalid: 'Location identifier is not valid',
  bodyMissing: 'Body content is missing',
  bodyInvalid: 'Provided JSON is not valid',
  deleteWithoutId: 'An id must be provided to delete a location',
  routeNotFound: 'Route not found',
  methodNotAllowed: 'Method not allowed',
  internalError: 'Internal server error',
  badRequest: 'Bad request',
  headTooLarge: 'Request header fields too large',
} as const;

/** The message of GET for an absent record. */
export function resourceNotFound(id: string): string {
  return `Resource not found: ${id}`;
}

/** The message of PUT for an absent record. */
export function locationNotFound(id: string): string {
  return `Location not found: ${id}`;
}
