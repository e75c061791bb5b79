/** The lines below the map, which screen readers read aloud when they change. */
export interface Status {
  /** Says what happened. */
  say(text: string): void;
  /** Says what is in view. */
  view(text: string): void;
  /**
   * Says what is wrong with something, until it is called for the same with `undefined`. The latest problem
   * is shown.
   *
   * @param subject what has the problem, such as `tiles`.
   */
  problem(subject: string, text: string | undefined): void;
}

/** The elements of a {@link Status}. */
interface StatusElements {
  /** Two with `role="status"`. */
  readonly event: HTMLElement;
  readonly view: HTMLElement;
  /** With `role="alert"`. */
  readonly alert: HTMLElement;
}

/** Makes the status in its elements. */
export function createStatus({ event, view, alert }: StatusElements): Status {
  const problems = new Map<string, string>();
  return {
    say(text) {
      event.textContent = text;
    },
    view(text) {
      view.textContent = text;
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
