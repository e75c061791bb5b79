/** The line below the map, which screen readers read aloud when it changes. */
export interface Status {
  /** Says what happened, or what is in view. */
  say(text: string): void;
  /** Says what is wrong until {@link clearProblem}. The same problem is said once. */
  problem(text: string): void;
  /** Takes the problem away, as when the service can be reached again. */
  clearProblem(): void;
}

/** Makes the status of two elements: one with `role="status"` and one with `role="alert"`. */
export function createStatus(line: HTMLElement, alert: HTMLElement): Status {
  return {
    say(text) {
      line.textContent = text;
    },
    problem(text) {
      if (alert.textContent !== text) alert.textContent = text;
      alert.hidden = false;
    },
    clearProblem() {
      if (alert.hidden) return;
      alert.hidden = true;
      alert.textContent = '';
    },
  };
}
