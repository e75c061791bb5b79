import type { MapTab } from '@location-records/workspace/browser';

/** How long the finger stays at each pixel, in seconds: a browser takes what is faster for a fling. */
const stay = 0.2;

/**
 * Puts a finger at the first pixel, moves it to each of the others, and takes it off. The finger rests before
 * that, since Chromium ignores the first tap after a fling.
 */
export async function touch(
  { context, page }: MapTab,
  pixels: readonly { readonly x: number; readonly y: number }[],
): Promise<void> {
  const session = await context.newCDPSession(page);
  // The times are only told, so that the touch takes none.
  const start = Date.now() / 1000 - stay * pixels.length;
  const timestamp = (index: number) => start + stay * index;
  for (const [index, pixel] of pixels.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [pixel],
      timestamp: timestamp(index),
    });
  }
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: timestamp(pixels.length),
  });
  await session.detach();
}
