/** The element of the page with an identifier. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}".`);
  return found;
}

/** Makes an element with some of its properties set, and with content. Strings become text, never HTML. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}

/** Makes a button that does something. */
export function makeButton(label: string, onClick: () => void, className = 'button'): HTMLButtonElement {
  const button = makeElement('button', { type: 'button', className }, label);
  button.addEventListener('click', onClick);
  return button;
}

/** Makes a button that has a picture, and its name as a tooltip. */
export function makeIconButton(icon: IconName, label: string, onClick: () => void): HTMLButtonElement {
  const button = makeButton('', onClick, 'button button-icon');
  button.append(makeIcon(icon));
  return Object.assign(button, { ariaLabel: label, title: label });
}

/** Outlines in a square of 24. */
const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  undo: 'M9 5l-5 5 5 5M4 10h10a6 6 0 0 1 0 12h-3',
} as const;

type IconName = keyof typeof paths;

/** Makes an icon for a button. Screen readers ignore it: the button needs a label. */
export function makeIcon(name: IconName): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  const line = { fill: 'none', 'stroke-width': '2', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const attributes = { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', ...line };
  for (const [attribute, value] of Object.entries(attributes)) icon.setAttribute(attribute, value);
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  icon.append(path);
  return icon;
}

/**
 * Opens a dialog with a title, content and buttons, until it is closed. The first button is the main one, and
 * gets the focus.
 */
export function openDialog(
  title: Node | string,
  content: readonly (Node | string)[],
  buttons: readonly HTMLButtonElement[],
  properties: Partial<HTMLDialogElement> = {},
): HTMLDialogElement {
  const heading = makeElement('h2', { className: 'dialog-title' }, title);
  const row = makeElement('div', { className: 'dialog-buttons' }, ...buttons);
  const dialog = makeElement(
    'dialog',
    { className: 'dialog', ariaLabel: heading.textContent, ...properties },
    heading,
    ...content,
    row,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  buttons[0]?.classList.add('button-main');
  dialog.showModal();
  buttons[0]?.focus();
  return dialog;
}
