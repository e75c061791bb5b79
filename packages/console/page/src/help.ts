import { element, makeButton, makeElement, openDialog } from './make-element.ts';
import { service } from './page.ts';

/** A shortcut for people to read. */
export interface Shortcut {
  /** Pressed together, except for keys that do the same. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Whether it is one key that people also write with, which can be switched off. */
  readonly isSingle?: boolean;
}

const shortcutsOfPage: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search', isSingle: true },
  { keys: ['?'], does: 'Show this help', isSingle: true },
  { keys: ['↑', '↓'], does: 'Go through the list' },
  { keys: ['Esc'], does: 'Close what is open' },
];

/** Makes the button for the dialog with the shortcuts, which `?` opens as well. */
export function createHelp(shortcuts: readonly Shortcut[]): void {
  const open = () => openHelp([...shortcutsOfPage, ...shortcuts]);
  const button = makeButton('Help', open);
  Object.assign(button, { ariaKeyShortcuts: '?', ariaHasPopup: 'dialog' });
  element('actions').append(button);
  onSingleKey('?', open);
}

function openHelp(shortcuts: readonly Shortcut[]) {
  const { href } = element('licences') as HTMLLinkElement;
  const rows = shortcuts.flatMap(({ keys, does, isSingle }) => [
    makeElement('dt', {}, ...keys.map((key) => makeElement('kbd', {}, key))),
    makeElement('dd', { className: isSingle ? 'shortcut-single' : '' }, does),
  ]);
  const isOn = makeElement('input', { type: 'checkbox', checked: hasSingleKeys() });
  const note = makeElement('p', { role: 'status' });
  const about = makeElement('a', { href: new URL('-/', service).href }, 'About this server');
  const content = [
    makeElement('dl', { className: 'facts' }, ...rows),
    makeElement('label', { className: 'check' }, isOn, 'Shortcuts of a single letter or sign'),
    note,
    makeElement('p', {}, about, ' · ', makeElement('a', { href }, 'Licences')),
  ];
  const dialog = openDialog('Keyboard shortcuts', content, [makeButton('Close', () => dialog.close())]);
  isOn.addEventListener('change', () => {
    try {
      localStorage.setItem(singleKeys, isOn.checked ? 'on' : 'off');
    } catch {
      note.textContent = 'This browser keeps no settings, so they stay on.';
      isOn.checked = true;
    }
  });
}

const singleKeys = 'single-key-shortcuts';

/**
 * Whether keys such as `n` are shortcuts (WCAG 2.1.4): people who speak to their computer press them by
 * accident. A browser that keeps nothing has them on.
 */
function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(singleKeys) !== 'off';
  } catch {
    return true;
  }
}

/** Calls a function for a key that people also write with, when they write nothing and have left it on. */
export function onSingleKey(key: string, run: () => void): void {
  addEventListener('keydown', (event) => {
    const isOther = event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey;
    if (isOther || isTyping(event) || !hasSingleKeys()) return;
    event.preventDefault();
    run();
  });
}

/** Whether a key belongs to a field or to a dialog. */
export function isTyping({ target, defaultPrevented }: Event): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select') !== null;
  return defaultPrevented || isField || document.querySelector('dialog[open]') !== null;
}
