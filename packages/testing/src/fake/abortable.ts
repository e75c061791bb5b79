/** Resolves as the promise does. Rejects with the reason of the signal when that aborts before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** The pieces of a body until the signal aborts, which releases the body. */
export function piecesUntilAborted<Piece>(
  pieces: AsyncIterableIterator<Piece>,
  signal: AbortSignal,
): AsyncIterableIterator<Piece> {
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
