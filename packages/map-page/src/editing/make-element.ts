/** Makes an element with properties, attributes of accessibility among them, and with children. Text is never HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], 'children'>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Makes a button that does something. */
export function makeButton(label: string, onClick: () => void, className = 'button'): HTMLButtonElement {
  const button = make('button', { type: 'button', className }, label);
  button.addEventListener('click', onClick);
  return button;
}
