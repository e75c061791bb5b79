/** Outlines in a square of 24. */
const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3',
  undo: 'M9 5l-5 5 5 5M4 10h10a6 6 0 0 1 0 12h-3',
} as const;

const namespace = 'http://www.w3.org/2000/svg';

/** Makes a picture for a button, which has a name of its own. */
export function makeIcon(name: keyof typeof paths): SVGElement {
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  icon.append(path);
  return icon;
}
