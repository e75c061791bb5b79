import type { CaseResponseHead } from './service.ts';

/**
 * A matter that runs through the answers to many cases, while few are there to judge it. Who looks for every
 * violation of a service once, and not in each case that meets it, leaves the matter aside in all others.
 *
 * - `write-status`: a write that succeeds is 200, and not another success.
 * - `write-answer`: a write that succeeds has neither a body nor a content type.
 * - `length`: an answer tells its length, by `Content-Length`.
 * - `fields`: an answer has no field that frameworks add.
 * - `json-type`: JSON has a content type of its own.
 * - `json-type-exact`: the content type of JSON has no parameters.
 * - `json-form`: JSON has no white space, and one order of its members.
 * - `absent-description`: a description that is absent is not written.
 * - `error-object`: an error is an Error object.
 * - `error-message`: an Error object has the message that is specified.
 * - `unknown-route`, `invalid-id`, `unknown-method`: what is answered there; elsewhere any error will do.
 * - `head`: HEAD is answered as GET is.
 * - `list-form`: the list is an array of pairs; elsewhere any list will do that can be understood.
 * - `delete-absent`: DELETE of an absent record is a success.
 * - `put-absent`: PUT creates nothing.
 * - `put-order`: PUT of an absent record is 404, and not 400, where its body is wrong as well.
 */
export type AnswerMatter =
  | 'write-status'
  | 'write-answer'
  | 'length'
  | 'fields'
  | 'json-type'
  | 'json-type-exact'
  | 'json-form'
  | 'absent-description'
  | 'error-object'
  | 'error-message'
  | 'unknown-route'
  | 'invalid-id'
  | 'unknown-method'
  | 'head'
  | 'list-form'
  | 'delete-absent'
  | 'put-absent'
  | 'put-order';

/** Whether one of these matters is left aside where this answer is judged. */
export function isAside({ aside }: CaseResponseHead, ...matters: readonly AnswerMatter[]): boolean {
  return aside !== undefined && matters.some((matter) => aside.has(matter));
}
