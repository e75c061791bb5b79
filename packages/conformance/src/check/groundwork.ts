import type { AnswerMatter } from '../http/matters.ts';

/**
 * A rule on which many cases build. Where it is broken it is named once, by its proofs: the other cases leave its
 * matter aside, and those that cannot do without it are left out.
 */
export interface Groundwork {
  readonly matter?: AnswerMatter;
  /** The cases that judge it, by id. */
  readonly proofs: readonly string[];
  /** Whether the proofs judge other things, too, and also leave the matter aside where it is to be. */
  readonly isOneOfSeveral?: boolean;
  /** The other cases that judge nothing where the rule is broken, by id; `*` stands for any end. */
  readonly carries?: readonly string[];
}

const writes = ['response-post-created', 'response-post-replaced', 'response-put', 'response-delete'];
const ofPutOrder = [
  'check-put-absent-existence-before-json',
  'check-put-absent-existence-before-shape',
  'check-put-absent-existence-before-limit',
  'check-put-absent-existence-white-space',
  'check-put-invalid-utf8-absent',
];
const messages = ['post-content-type', 'put-content-type', 'post-id', 'put-id', 'post-body', 'put-body']
  .concat(['post-json', 'delete-id', 'get-absent', 'put-absent'])
  .map((name) => `response-error-${name}`);

/** Every rule on which other cases build. */
export const groundwork: readonly Groundwork[] = [
  { matter: 'write-status', proofs: writes },
  { matter: 'write-answer', proofs: writes },
  { matter: 'length', proofs: ['response-write-length', 'response-json-length'] },
  { matter: 'fields', proofs: ['response-nothing-added'] },
  { matter: 'json-type', proofs: ['response-get-record', 'response-error-is-object'] },
  { matter: 'json-type-exact', proofs: ['response-json-type'] },
  { matter: 'json-form', proofs: ['shape-canonical-order', 'shape-canonical-white-space'] },
  { matter: 'absent-description', proofs: ['shape-description-omitted'] },
  { matter: 'error-object', proofs: ['response-error-is-object'] },
  { matter: 'error-message', proofs: messages, isOneOfSeveral: true },
  { matter: 'unknown-route', proofs: ['response-error-route'] },
  { matter: 'invalid-id', proofs: ['response-error-bad-escape'] },
  { matter: 'unknown-method', proofs: ['response-error-method'] },
  { matter: 'head', proofs: ['method-head-record-length'] },
  {
    matter: 'list-form',
    proofs: ['list-pairs'],
    carries: ['list-empty', 'list-one', 'list-emptied', 'list-bytes'],
  },
  {
    matter: 'put-absent',
    proofs: ['response-put-only-replaces'],
    carries: [
      'state-put-absent',
      'state-put-after-delete',
      'state-put-delete-race',
      'check-put-absent-existence',
      'connection-kept-after-errors',
    ],
  },
  { matter: 'put-order', proofs: ofPutOrder },
  { matter: 'delete-absent', proofs: ['state-delete-absent', 'state-delete-twice'] },
  {
    proofs: ['content-type-accepted-charset'],
    carries: [
      'content-type-accepted-parameter*',
      'content-type-accepted-space-before-semicolon',
      'content-type-accepted-tab-before-semicolon',
      'body-charset-parameter',
    ],
  },
  {
    proofs: ['check-stored-whole'],
    carries: [
      'body-of-one-record-only',
      'limit-exact*',
      'limit-astral-last',
      'limit-bom-not-counted',
      'limit-behind-astral',
      'list-long',
      'reader-*',
    ],
  },
  { proofs: ['shape-unknown-member'], carries: ['shape-unknown*', 'shape-proto*'] },
  {
    proofs: ['limit-cut-at-end', 'limit-spaces-before'],
    carries: [
      'limit-*',
      'unread-rest-*',
      'unread-cut-*',
      'unread-paused-*',
      'check-put-absent-existence-before-limit',
    ],
  },
];

/** Whether an id is one of those that are named. */
export function isNamed(id: string, names: readonly string[]): boolean {
  return names.some((name) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name));
}
