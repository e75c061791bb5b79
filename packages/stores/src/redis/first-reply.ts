/** How long to wait for one server before asking the next as well (ms). */
const timeout = 200;

/**
 * Resolves to the first reply. Asks one server after the other, the next as soon as one fails or takes long.
 * So a server that hangs delays no call.
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
      timer = setTimeout(askNext, timeout);
      ask().then(
        (reply) => {
          clearTimeout(timer);
          next = asks.length;
          resolve(reply);
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

/**
 * Resolves to the replies so far when all servers have replied or failed, or after `timeout` milliseconds.
 */
export async function repliesWithin<T>(timeout: number, asked: readonly Promise<T>[]): Promise<T[]> {
  const replies: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout);
  });
  const settled = Promise.allSettled(asked.map(async (reply) => replies.push(await reply)));
  await Promise.race([settled, late]);
  clearTimeout(timer);
  return replies;
}
