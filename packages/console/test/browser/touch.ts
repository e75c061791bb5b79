import type { MapTab } from '@location-records/dev-kit/browser';

/** Puts a finger at the first pixel, moves it to each of the others, and takes it off. */
export async function touch(
  { context, page }: MapTab,
  pixels: readonly { readonly x: number; readonly y: number }[],
): Promise<void> {
  const session = await context.newCDPSession(page);
  for (const [index, pixel] of pixels.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [pixel] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
