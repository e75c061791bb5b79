const key = 'single-key-shortcuts';

/**
 * Whether keys such as `n` are shortcuts (WCAG 2.1.4): people who speak to their computer press them by
 * accident. A browser that keeps nothing has them on.
 */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Switches them on or off, as long as the browser keeps it. Returns whether it does. */
export function setSingleKeys(isOn: boolean): boolean {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
    return true;
  } catch {
    return false;
  }
}
