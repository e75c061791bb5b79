/** What a promise resolves to, unless the signal gives up before: then it rejects with the reason of that. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** The pieces of a body until the signal gives up, which releases them. */
export function piecesUntilAborted(
  pieces: AsyncIterableIterator<string>,
  signal: AbortSignal,
): AsyncIterableIterator<string> {
  return {
    async next() {
      try {
        return await unlessAborted(pieces.next(), signal);
      } catch (error) {
        if (signal.aborted) void pieces.return?.();
        throw error;
      }
    },
    async return() {
      await pieces.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
