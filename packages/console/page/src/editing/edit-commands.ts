import { makeButton, makeElement } from '../make-element.ts';
import type { Selection } from '../selection.ts';
import { showText } from '../shown-text.ts';
import type { Editor } from './editor.ts';

/** Where the buttons go. */
interface EditCommandsOptions {
  readonly editor: Editor;
  readonly selection: Selection;
  /** For what concerns the page. */
  readonly actions: HTMLElement;
  /** The panels beside the map. The first gets the buttons for the selected record. */
  readonly side: HTMLElement;
  readonly form: HTMLElement;
  readonly history: HTMLElement;
}

/**
 * Makes the buttons, and listens to the keys `n`, `m`, `Delete`, `Ctrl+Z` and `Ctrl+Y`. Returns a function
 * that shows whether there is a step to undo and to redo.
 */
export function createEditCommands(options: EditCommandsOptions): () => void {
  const { editor, selection, actions, side, form, history } = options;
  const undo = makeButton('Undo', () => editor.step('undo'));
  const redo = makeButton('Redo', () => editor.step('redo'));
  const toggle = makeButton('History', () => {
    history.hidden = !history.hidden;
    toggle.setAttribute('aria-expanded', String(!history.hidden));
  });
  const create = makeButton('New record', () => editor.create(), 'button button-main');
  toggle.setAttribute('aria-expanded', 'false');
  toggle.setAttribute('aria-controls', history.id);
  create.ariaKeyShortcuts = 'n';
  undo.ariaKeyShortcuts = 'Control+Z';
  redo.ariaKeyShortcuts = 'Control+Y';
  actions.append(create, undo, redo, toggle);

  const name = makeElement('p', { className: 'selected-id' });
  const edit = makeButton('Edit', () => selection.record && editor.open(selection.record));
  const move = makeButton('Move', () => editor.move());
  const remove = makeButton('Delete', () => editor.delete());
  move.ariaKeyShortcuts = 'm';
  remove.ariaKeyShortcuts = 'Delete';
  const bar = makeElement(
    'div',
    { className: 'panel selected' },
    name,
    makeElement('div', { className: 'buttons' }, edit, move, remove),
  );
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Selected record');
  side.prepend(bar);

  function showSelected() {
    bar.hidden = !selection.record || !form.hidden;
    showText(name, selection.record?.id ?? '', 120);
  }

  selection.listen(showSelected);
  new MutationObserver(showSelected).observe(form, { attributeFilter: ['hidden'] });
  showSelected();

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

function commandOf(event: KeyboardEvent): ((editor: Editor, target: HTMLElement) => void) | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const isUndo = key === 'z' && !event.shiftKey;
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (isUndo) return (editor) => editor.step('undo');
    return isRedo ? (editor) => editor.step('redo') : undefined;
  }
  if (key === 'n') return (editor) => editor.create();
  if (key === 'm') return (editor) => editor.move();
  return key === 'delete' ? deleteAt : undefined;
}

/** The focus may be at another item of the list than the selected one, which a first press then selects. */
function deleteAt(editor: Editor, target: HTMLElement): void {
  const item = target.closest<HTMLElement>('button.record');
  if (item && item.getAttribute('aria-current') !== 'true') item.click();
  else editor.delete();
}
