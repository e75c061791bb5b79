/**
 * How long after a refresh the next one begins, in milliseconds: what others write is seen within two
 * seconds.
 */
const interval = 1000;

/** Refreshes the page each second while it is visible, and at once when it comes into sight. */
export function keepLive(refresh: () => Promise<void>): void {
  let timer = 0;

  async function tick() {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      await refresh();
    } finally {
      // The page tells of an error, and goes on.
      clearTimeout(timer);
      timer = window.setTimeout(tick, interval);
    }
  }

  document.addEventListener('visibilitychange', () => void tick());
  void tick();
}
