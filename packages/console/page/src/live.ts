/**
 * How long after a refresh the next one begins, in milliseconds: what others write is seen within two
 * seconds.
 */
const interval = 1000;

/** What is kept fresh. */
export interface LiveOptions {
  /** Reads the list again; `false` if the service cannot be reached. */
  readonly refreshList: () => Promise<boolean>;
  /**
   * Asks for the tiles again. A tile that fails is taken off the map, so it is called only after the list was
   * read.
   */
  readonly refreshMap: () => void;
}

/**
 * Refreshes the list and the map each second while the page is visible, and at once when it comes into sight.
 */
export function keepLive({ refreshList, refreshMap }: LiveOptions): void {
  let timer = 0;

  async function tick() {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      if (await refreshList()) refreshMap();
    } finally {
      // The page tells of an error, and goes on.
      clearTimeout(timer);
      timer = window.setTimeout(tick, interval);
    }
  }

  document.addEventListener('visibilitychange', () => void tick());
  void tick();
}
