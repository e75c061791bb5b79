/** The third argument of a fetch handler on Workers, as far as it is used. */
interface WorkersContext {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * The client of a request, until the request has its response. When a client resets its connection before, Workers drop
 * what the request waits for, so that no code behind it runs, such as the release of a list. After the response every
 * runtime cancels its body.
 */
export class Client {
  readonly #request: Request;
  readonly #context: WorkersContext | undefined;

  /** `context` is the third argument of the fetch handler. Other runtimes than Workers may pass anything there. */
  constructor(request: Request, context: unknown) {
    this.#request = request;
    if (isWorkersContext(context)) this.#context = context;
  }

  /** Keeps a promise going to its end, even if the client leaves meanwhile. */
  hold<T>(begun: Promise<T>): Promise<T> {
    this.#context?.waitUntil(begun.catch(() => {}));
    return begun;
  }

  /** Whether the client has left. Workers tell only with the compatibility flag `enable_request_signal`. */
  get hasLeft(): boolean {
    return this.#context !== undefined && this.#request.signal.aborted;
  }
}

function isWorkersContext(context: unknown): context is WorkersContext {
  return (
    typeof context === 'object' &&
    context !== null &&
    'waitUntil' in context &&
    typeof context.waitUntil === 'function'
  );
}
