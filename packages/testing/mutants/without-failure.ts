/** The pieces of a list up to where it fails, as if it ended there. */
export async function* withoutFailure(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  try {
    yield* pieces;
  } catch {}
}
