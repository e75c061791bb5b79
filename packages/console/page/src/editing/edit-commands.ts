import { isTyping, onSingleKey, type Shortcut } from '../help.ts';
import { element, makeButton, makeElement, makeIcon, makeIconButton } from '../make-element.ts';
import { selection } from '../page.ts';
import type { Editor } from './editor.ts';

export const editShortcuts: readonly Shortcut[] = [
  { keys: ['n'], does: 'New record', isSingle: true },
  { keys: ['m'], does: 'Move the selected record: arrow keys, then Enter', isSingle: true },
  { keys: ['Enter'], does: 'Edit the record that has the focus' },
  { keys: ['Delete'], does: 'Delete the selected record' },
  { keys: ['Ctrl', 'Z'], does: 'Undo' },
  { keys: ['Ctrl', 'Y'], does: 'Redo' },
  { keys: ['Ctrl', 'Enter'], does: 'Save the form' },
];

/**
 * Makes the buttons, and listens to their keys. Returns a function that shows whether there is a step to undo
 * and to redo.
 */
export function createEditCommands(editor: Editor): () => void {
  const create = makeElement(
    'button',
    { type: 'button', className: 'button button-main button-create' },
    makeIcon('plus'),
    makeElement('span', { className: 'label' }, 'New record'),
  );
  // Without a pointer, there is no place to click at.
  create.addEventListener('click', ({ detail }) => (detail === 0 ? editor.create() : editor.createAtClick()));
  const undo = makeIconButton('undo', 'Undo', () => editor.step('undo'));
  const redo = makeIconButton('redo', 'Redo', () => editor.step('redo'));
  create.ariaKeyShortcuts = 'n';
  undo.ariaKeyShortcuts = 'Control+Z';
  redo.ariaKeyShortcuts = 'Control+Y';
  element('commands').append(create, undo, redo);

  const open = () => selection.record && editor.open(selection.record);
  const edit = makeButton('Edit', open, 'button button-main');
  const move = makeButton('Move', editor.move);
  const remove = makeButton('Delete', editor.delete, 'button button-danger');
  move.ariaKeyShortcuts = 'm';
  remove.ariaKeyShortcuts = 'Delete';
  const group = { className: 'buttons', role: 'group', ariaLabel: 'Selected record' };
  element('record').append(makeElement('div', group, edit, move, remove));

  onSingleKey('n', () => editor.create());
  onSingleKey('m', editor.move);
  addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase();
    if (event.altKey || isTyping(event)) return;
    if (event.ctrlKey || event.metaKey) {
      if (key === 'y' || (key === 'z' && event.shiftKey)) editor.step('redo');
      else if (key === 'z') editor.step('undo');
      else return;
    } else if (key === 'delete') deleteAt(event.target as HTMLElement);
    else return;
    event.preventDefault();
  });

  /** The focus may be at another item of the list than the selected one, which a first press then selects. */
  function deleteAt(target: HTMLElement) {
    const item = target.closest<HTMLElement>('button.record');
    if (item && item.ariaCurrent !== 'true') item.click();
    else editor.delete();
  }

  return () => {
    // A disabled button would lose the focus.
    undo.setAttribute('aria-disabled', String(!editor.can('undo')));
    redo.setAttribute('aria-disabled', String(!editor.can('redo')));
  };
}
