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
