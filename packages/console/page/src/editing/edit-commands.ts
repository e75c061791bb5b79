import type { Shortcut } from '../help.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { makeIcon } from '../make-icon.ts';
import type { Selection } from '../selection.ts';
import { hasSingleKeys } from '../single-keys.ts';
import type { Editor } from './editor.ts';

/** Where the buttons go. */
interface EditCommandsOptions {
  readonly editor: Editor;
  readonly selection: Selection;
  /** Gets the buttons of the page. */
  readonly commands: HTMLElement;
  /** The panel of the selected record gets the buttons for it. */
  readonly record: HTMLElement;
}

/** The shortcuts, for people. */
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
export function createEditCommands({ editor, selection, commands, record }: EditCommandsOptions): () => void {
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
  commands.append(create, undo, redo);

  const edit = makeButton(
    'Edit',
    () => selection.record && editor.open(selection.record),
    'button button-main',
  );
  const move = makeButton('Move', () => editor.move());
  const remove = makeButton('Delete', () => editor.delete(), 'button button-danger');
  move.ariaKeyShortcuts = 'm';
  remove.ariaKeyShortcuts = 'Delete';
  const bar = makeElement('div', { className: 'buttons' }, edit, move, remove);
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Selected record');
  record.append(bar);

  addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || event.altKey || target.closest('input, textarea, select, dialog[open]'))
      return;
    const command = commandOf(event);
    if (!command) return;
    event.preventDefault();
    command(editor, target);
  });

  return () => {
    // A disabled button would lose the focus.
    undo.setAttribute('aria-disabled', String(!editor.can('undo')));
    redo.setAttribute('aria-disabled', String(!editor.can('redo')));
  };
}

function makeIconButton(icon: 'undo' | 'redo', label: string, onClick: () => void): HTMLButtonElement {
  const button = makeButton('', onClick, 'button button-icon');
  button.ariaLabel = label;
  button.title = label;
  button.append(makeIcon(icon));
  return button;
}

function commandOf(event: KeyboardEvent): ((editor: Editor, target: HTMLElement) => void) | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const isUndo = key === 'z' && !event.shiftKey;
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (isUndo) return (editor) => editor.step('undo');
    return isRedo ? (editor) => editor.step('redo') : undefined;
  }
  if (key === 'delete') return deleteAt;
  if (!hasSingleKeys()) return undefined;
  if (key === 'n') return (editor) => editor.create();
  return key === 'm' ? (editor) => editor.move() : undefined;
}

/** The focus may be at another item of the list than the selected one, which a first press then selects. */
function deleteAt(editor: Editor, target: HTMLElement): void {
  const item = target.closest<HTMLElement>('button.record');
  if (item && item.getAttribute('aria-current') !== 'true') item.click();
  else editor.delete();
}
