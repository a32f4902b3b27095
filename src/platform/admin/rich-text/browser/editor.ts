import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { cleanPasted } from './clean-pasted.ts';
import { toNormalForm } from './normal-form.ts';

interface EditorTexts {
  readonly label: string;
  readonly tools: string;
  readonly linkAddress: string;
  readonly sourceOnly: string;
  readonly buttons: Readonly<Record<string, string>>;
}

interface Tool {
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: (editor: Editor, texts: EditorTexts) => void;
}

const tools: Readonly<Record<string, Tool>> = {
  bold: { isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
  italic: { isOn: (e) => e.isActive('italic'), run: (e) => e.chain().focus().toggleItalic().run() },
  heading: {
    ...{ isOn: (e) => e.isActive('heading', { level: 2 }) },
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  smallHeading: {
    ...{ isOn: (e) => e.isActive('heading', { level: 3 }) },
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  bulletList: {
    isOn: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  orderedList: {
    ...{ isOn: (e) => e.isActive('orderedList') },
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  quote: { isOn: (e) => e.isActive('blockquote'), run: (e) => e.chain().focus().toggleBlockquote().run() },
  link: { isOn: (e) => e.isActive('link'), run: askForLink },
  undo: { run: (e) => e.chain().focus().undo().run() },
  redo: { run: (e) => e.chain().focus().redo().run() },
};

function askForLink(editor: Editor, { linkAddress }: EditorTexts): void {
  const href = window.prompt(linkAddress, String(editor.getAttributes('link').href ?? ''));
  if (href === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href.trim() === '') chain.unsetLink().run();
  else chain.setLink({ href: href.trim() }).run();
}

/**
 * Shows an editor for the HTML of a textarea, which stays what the form sends. A text that the editor can't write back
 * as it is stays in the textarea.
 * @returns ends it
 */
export function startEditor(place: HTMLElement, textarea: HTMLTextAreaElement): () => void {
  const texts = JSON.parse(place.dataset.richText ?? '{}') as EditorTexts;
  const surface = document.createElement('div');
  const editor = new Editor({
    element: surface,
    // The policy of the page takes no styles of libraries: those of the editor are in the sheet of the back office.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        // An empty paragraph behind a list would be a change.
        trailingNode: false,
        heading: { levels: [2, 3, 4, 5, 6] },
        link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null } },
      }),
    ],
    editorProps: {
      transformPastedHTML: cleanPasted,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': texts.label,
        class: 'rich-text__surface prose',
      },
    },
  });
  const bar = createBar(editor, texts);
  const source = createButton(texts.buttons.source ?? '');
  bar.append(source);
  const note = document.createElement('p');
  note.className = 'field__hint';
  note.textContent = texts.sourceOnly;
  place.append(bar, surface, note);
  let written = '';
  /** Takes over what the textarea has. */
  const read = (wantsSource: boolean) => {
    editor.commands.setContent(textarea.value, { emitUpdate: false });
    written = textarea.value;
    const isKept = toNormalForm(editor.isEmpty ? '' : editor.getHTML()) === toNormalForm(textarea.value);
    place.dataset.richTextState = isKept && !wantsSource ? 'editor' : 'source';
    note.hidden = isKept;
    source.hidden = !isKept;
    source.setAttribute('aria-pressed', String(wantsSource));
  };
  editor.on('update', () => {
    written = editor.isEmpty ? '' : toNormalForm(editor.getHTML());
    textarea.value = written;
    textarea.dispatchEvent(new Event('input', { bubbles: true }));
  });
  source.addEventListener('click', () => read(place.dataset.richTextState === 'editor'));
  // The form was saved, or shows a draft: the server has written the textarea anew.
  const observer = new MutationObserver(() => {
    if (textarea.value !== written)
      read(place.dataset.richTextState === 'source' && source.getAttribute('aria-pressed') === 'true');
  });
  observer.observe(textarea, { childList: true, characterData: true, subtree: true });
  read(false);
  return () => {
    observer.disconnect();
    editor.destroy();
    place.replaceChildren();
    delete place.dataset.richTextState;
  };
}

function createBar(editor: Editor, texts: EditorTexts): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'rich-text__bar';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', texts.tools);
  const buttons = Object.entries(tools).map(([name, tool]) => {
    const button = createButton(texts.buttons[name] ?? name);
    button.addEventListener('click', () => tool.run(editor, texts));
    return { button, tool };
  });
  bar.append(...buttons.map(({ button }) => button));
  editor.on('transaction', () => {
    for (const { button, tool } of buttons)
      if (tool.isOn) button.setAttribute('aria-pressed', String(tool.isOn(editor)));
  });
  return bar;
}

function createButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'rich-text__tool', textContent: label });
  return button;
}
