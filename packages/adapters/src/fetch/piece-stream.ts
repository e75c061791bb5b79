/**
 * The pieces of a list as the body of a `Response`: each is asked for when the one before it has been taken, and
 * the list is released when the runtime cancels the stream, as it does when the client goes away.
 */
export function pieceStream(pieces: AsyncIterableIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      // What it rejects with breaks the response off.
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
