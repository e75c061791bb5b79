/** The line below the map, which screen readers read aloud when it changes. */
export interface Status {
  /** Says what happened, or what is in view. */
  say(text: string): void;
  /**
   * Says what is wrong with something, until it is called for the same with `undefined`. The latest problem is shown.
   *
   * @param subject what has the problem, such as `tiles`.
   */
  problem(subject: string, text: string | undefined): void;
}

/** Makes the status of two elements: one with `role="status"` and one with `role="alert"`. */
export function createStatus(line: HTMLElement, alert: HTMLElement): Status {
  const problems = new Map<string, string>();
  return {
    say(text) {
      line.textContent = text;
    },
    problem(subject, text) {
      if (problems.get(subject) === text) return;
      problems.delete(subject);
      if (text !== undefined) problems.set(subject, text);
      const latest = [...problems.values()].at(-1) ?? '';
      alert.hidden = latest === '';
      // The same words again would be read aloud again.
      if (alert.textContent !== latest) alert.textContent = latest;
    },
  };
}
