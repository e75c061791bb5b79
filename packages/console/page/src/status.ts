import { unreachable } from './api.ts';
import { element, makeButton, makeIconButton } from './make-element.ts';

interface MessageAction {
  readonly label: string;
  run(): void;
}

/** How long a message stays, in milliseconds: longer if it is long, or can be undone. */
const shortest = 6000;
const forEachCharacter = 50;
const forAction = 4000;

export type Status = ReturnType<typeof createStatus>;

export function createStatus() {
  const [event, view, alert] = [element('event'), element('status'), element('problem')];
  const problems = new Map<string, string>();
  const toast = event.parentElement as HTMLElement;
  const banner = alert.parentElement as HTMLElement;
  let action: MessageAction | undefined;
  let expiry = 0;

  const act = makeButton('', () => {
    const run = action?.run;
    clear();
    run?.();
  });
  const dismissToast = makeIconButton('close', 'Dismiss the message', clear);
  const dismissBanner = makeIconButton('close', 'Dismiss the message', () => {
    problems.clear();
    showProblem();
  });
  toast.append(act, dismissToast);
  banner.append(dismissBanner);

  function clear() {
    clearTimeout(expiry);
    event.textContent = '';
    act.hidden = true;
    dismissToast.hidden = true;
  }

  /** Whoever reads it, or is about to press its button, keeps it. */
  function expire() {
    clearTimeout(expiry);
    const time = shortest + forEachCharacter * event.textContent.length + (action ? forAction : 0);
    expiry = window.setTimeout(() => (toast.matches(':hover, :focus-within') ? expire() : clear()), time);
  }

  function showProblem() {
    const latest = [...problems.values()].at(-1) ?? '';
    banner.classList.toggle('banner-offline', latest === unreachable);
    dismissBanner.hidden = latest === '' || latest === unreachable;
    // The same words again would be read aloud again.
    if (alert.textContent !== latest) alert.textContent = latest;
  }

  clear();
  showProblem();
  return {
    /** Says what happened, for some seconds, and offers to do something about it. */
    say(text: string, offered?: MessageAction) {
      event.textContent = text;
      action = offered;
      act.hidden = !offered;
      act.textContent = offered?.label ?? '';
      act.ariaLabel = `${offered?.label}: ${text}`;
      dismissToast.hidden = false;
      expire();
    },
    /** Says what is in view, to screen readers: others see the list. */
    view(text: string) {
      view.textContent = text;
    },
    /**
     * Says what is wrong with something, until it is called for the same with `undefined`. The latest problem
     * is shown.
     *
     * @param subject what has the problem, such as `tiles`.
     */
    problem(subject: string, text: string | undefined) {
      if (problems.get(subject) === text) return;
      problems.delete(subject);
      if (text !== undefined) problems.set(subject, text);
      showProblem();
    },
  };
}
