/** What Workers give to a fetch handler as its third argument, as far as it is used. */
interface WorkersContext {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * The client of a request until that is answered. When one resets its connection before, Workers drop whatever the
 * request waits for, so that nothing behind it ever runs, such as the release of a list. After the answer every runtime
 * cancels its body.
 */
export class Client {
  readonly #request: Request;
  readonly #context: WorkersContext | undefined;

  /** `context` is the third argument of the fetch handler, whatever the runtime gives there. */
  constructor(request: Request, context: unknown) {
    this.#request = request;
    if (isWorkersContext(context)) this.#context = context;
  }

  /** Has something that was begun come to its end, even if the client leaves meanwhile. */
  hold<T>(begun: Promise<T>): Promise<T> {
    this.#context?.waitUntil(begun.catch(() => {}));
    return begun;
  }

  /** Whether it has left. Workers know with the compatibility flag `enable_request_signal`. */
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
