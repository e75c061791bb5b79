import { makeButton, makeElement } from './make-element.ts';
import { hasSingleKeys, setSingleKeys } from './single-keys.ts';

/** A shortcut for people to read. */
export interface Shortcut {
  /** Pressed together, except for keys that do the same. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Whether it is one key that people also write with, which can be switched off. */
  readonly isSingle?: boolean;
}

interface HelpOptions {
  /** Gets the button. */
  readonly actions: HTMLElement;
  /** Those of the whole page are added. */
  readonly shortcuts: readonly Shortcut[];
  readonly service: URL;
  /** Where the licences of what the page is made of are. */
  readonly licences: string;
}

const shortcutsOfPage: readonly Shortcut[] = [
  { keys: ['/'], does: 'Search', isSingle: true },
  { keys: ['?'], does: 'Show this help', isSingle: true },
  { keys: ['↑', '↓'], does: 'Go through the list' },
  { keys: ['Esc'], does: 'Close what is open' },
];

/** Makes the button for the dialog with the shortcuts, which `?` opens as well. */
export function createHelp({ actions, shortcuts, service, licences }: HelpOptions): void {
  const open = () => openHelp([...shortcutsOfPage, ...shortcuts], { service, licences });
  const button = makeButton('Help', open);
  button.ariaKeyShortcuts = '?';
  button.ariaHasPopup = 'dialog';
  actions.append(button);
  addEventListener('keydown', (event) => {
    const target = event.target as Element;
    const isTyping = target.closest('input, textarea, select') || document.querySelector('dialog[open]');
    if (event.key !== '?' || isTyping || !hasSingleKeys()) return;
    event.preventDefault();
    open();
  });
}

function openHelp(
  shortcuts: readonly Shortcut[],
  { service, licences }: Omit<HelpOptions, 'actions' | 'shortcuts'>,
) {
  const title = makeElement('h2', { className: 'dialog-title', id: 'help-title' }, 'Keyboard shortcuts');
  const rows = shortcuts.map(({ keys, does, isSingle }) =>
    makeElement(
      'div',
      { className: isSingle ? 'shortcut shortcut-single' : 'shortcut' },
      makeElement('dt', {}, ...keys.map((key) => makeElement('kbd', {}, key))),
      makeElement('dd', {}, does),
    ),
  );
  const isOn = makeElement('input', { type: 'checkbox', checked: hasSingleKeys() });
  const note = makeElement('p', { className: 'dialog-line', role: 'status' });
  const close = makeButton('Close', () => dialog.close(), 'button button-main');
  const links = makeElement(
    'p',
    { className: 'dialog-line' },
    makeElement('a', { href: new URL('-/', service).href }, 'About this server'),
    ' · ',
    makeElement('a', { href: licences }, 'Licences'),
  );
  const dialog = makeElement(
    'dialog',
    { className: 'dialog' },
    title,
    makeElement('dl', { className: 'shortcuts' }, ...rows),
    makeElement('label', { className: 'check' }, isOn, 'Shortcuts of a single letter or sign'),
    note,
    links,
    makeElement('div', { className: 'dialog-buttons' }, close),
  );
  const show = () => dialog.classList.toggle('without-single', !isOn.checked);
  isOn.addEventListener('change', () => {
    const isKept = setSingleKeys(isOn.checked);
    note.textContent = isKept ? '' : 'This browser keeps no settings, so they stay on.';
    if (!isKept) isOn.checked = true;
    show();
  });
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.addEventListener('close', () => dialog.remove());
  show();
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
