/** Told what becomes of the pieces of a body. */
export interface PieceWatcher {
  piece(piece: string): void;
  /** The last piece was given; one failed; the reader left before. Called once. */
  end(how: 'answered' | 'broken' | 'left'): void;
}

/** The pieces of a body as they are, and somebody who is told of them. */
export function watchPieces(
  pieces: AsyncIterableIterator<string>,
  watcher: PieceWatcher,
): AsyncIterableIterator<string> {
  let isOver = false;
  const end = (how: Parameters<PieceWatcher['end']>[0]) => {
    if (!isOver) watcher.end(how);
    isOver = true;
  };
  return {
    async next() {
      try {
        const result = await pieces.next();
        if (result.done) end('answered');
        else watcher.piece(result.value);
        return result;
      } catch (error) {
        end('broken');
        throw error;
      }
    },
    async return() {
      end('left');
      await pieces.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
