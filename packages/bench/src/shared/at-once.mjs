/**
 * Makes `count` calls, with `atOnce` of them under way.
 *
 * @param {number} count
 * @param {number} atOnce
 * @param {(index: number) => Promise<unknown>} call
 */
export async function callAtOnce(count, atOnce, call) {
  let next = 0;
  const work = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
