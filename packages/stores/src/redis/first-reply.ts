/** A server that does not answer in so many milliseconds keeps the next one from being asked no longer. */
const patience = 200;

/**
 * Resolves to the first answer: asks one after the other, the next as soon as one fails or takes long, so that a
 * server that hangs holds up nobody.
 *
 * @throws the last failure, when all have failed.
 */
export function firstReply<T>(asks: readonly (() => Promise<T>)[]): Promise<T> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let failed = 0;
    let timer: NodeJS.Timeout | undefined;
    const askNext = () => {
      clearTimeout(timer);
      const ask = asks[next++];
      if (ask === undefined) return;
      timer = setTimeout(askNext, patience);
      ask().then(
        (answer) => {
          clearTimeout(timer);
          next = asks.length;
          resolve(answer);
        },
        (error: unknown) => {
          if (++failed === asks.length) reject(error);
          else askNext();
        },
      );
    };
    askNext();
  });
}

/** Resolves to the answers that have come when all servers have answered or failed, or `patience` milliseconds are over. */
export async function repliesWithin<T>(patience: number, asked: readonly Promise<T>[]): Promise<T[]> {
  const answers: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  const settled = Promise.allSettled(asked.map(async (answer) => answers.push(await answer)));
  await Promise.race([settled, late]);
  clearTimeout(timer);
  return answers;
}
