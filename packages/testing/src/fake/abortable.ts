/** Resolves as the promise does. Rejects with the reason of the signal when that aborts before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

/** The pieces of a body until the signal aborts, which releases the body at once, also between two pieces. */
export function piecesUntilAborted<Piece>(
  pieces: AsyncIterableIterator<Piece>,
  signal: AbortSignal,
): AsyncIterableIterator<Piece> {
  const release = async () => {
    signal.removeEventListener('abort', leave);
    await pieces.return?.();
  };
  const leave = () => {
    // The client that has left does not learn of a failure.
    release().catch(() => {});
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave);
  return {
    async next() {
      const result = await unlessAborted(pieces.next(), signal);
      if (result.done) signal.removeEventListener('abort', leave);
      return result;
    },
    async return() {
      await release();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
