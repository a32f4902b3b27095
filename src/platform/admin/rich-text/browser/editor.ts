import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

const equalTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
/** Elements that contain blocks: blank text between the blocks has no meaning. */
const blockParents = ['ul', 'ol', 'blockquote', 'div'];

/**
 * Normalizes HTML to the form that the shop stores: a single paragraph in a list item is unwrapped, and synonymous
 * tags get one name.
 */
function toNormalForm(html: string): string {
  const root = document.createElement('div');
  const template = document.createElement('template');
  template.innerHTML = html;
  root.append(template.content);
  normaliseChildren(root);
  return root.innerHTML;
}

function normaliseChildren(parent: Element): void {
  for (const node of [...parent.childNodes]) {
    if (node instanceof Text) normaliseText(node, parent);
    else if (node instanceof Element) normaliseElement(node);
    else node.remove();
  }
}

function normaliseText(node: Text, parent: Element): void {
  if (parent.closest('pre')) return;
  if (blockParents.includes(parent.localName) && node.data.trim() === '') {
    node.remove();
    return;
  }
  const spaced = node.data.replace(/[ \t\r\n]+/g, ' ');
  // Stored HTML has a line end after each break.
  node.data = node.previousSibling?.nodeName === 'BR' ? spaced.trimStart() : spaced;
}

function normaliseElement(element: Element): void {
  normaliseChildren(element);
  const name = equalTags[element.localName];
  if (name !== undefined) {
    const renamed = document.createElement(name);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
    return;
  }
  const [only, ...others] = element.children;
  const isWrapped =
    element.localName === 'li' && only?.localName === 'p' && others.every(({ localName }) => /^[ou]l$/.test(localName));
  if (isWrapped && element.firstChild === only) only.replaceWith(...only.childNodes);
}

/** Elements of office programs and mail that contain no text of the author. */
const removed = 'script, meta, link, title, xml, object, iframe, form, input, button, svg, video, audio';

/**
 * Reduces HTML that was copied from an office program, a mail or a page to its text. The editor itself drops styles,
 * classes and unknown elements; this function also makes lists of the paragraphs that Word marks as list items.
 */
function cleanPasted(html: string): string {
  // Removed before parsing: styles, which the content security policy of the page would report, and parts that only
  // Word reads.
  const text = html.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(/<!--[\s\S]*?-->|<!\[[^\]]*\]>/g, '');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const { body } = page;
  for (const element of body.querySelectorAll(removed)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    // Elements of Outlook and Word, such as `o:p`.
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
    else if (element.localName === 'img' && !/^https:/.test(element.getAttribute('src') ?? '')) element.remove();
  }
  makeLists(body);
  for (const element of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, span'))
    if (element.textContent?.replace(/[\s\u00a0]/g, '') === '' && !element.querySelector('img, br')) element.remove();
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  return body.innerHTML;
}

/** Makes lists of paragraphs with the class `MsoListParagraph`, whose number or bullet is text. */
function makeLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[class^=MsoList], p[style*="mso-list:"]')) {
    const [marker] = paragraph.querySelectorAll<HTMLElement>('span[style*="mso-list"]');
    const text = (marker ?? paragraph).textContent?.trim() ?? '';
    const [sign = ''] = /^(?:[·•o§-]|\(?[\da-z]{1,3}[.)])/i.exec(text) ?? [];
    if (marker) marker.remove();
    else if (sign !== '') removeStart(paragraph, sign);
    const name = /[\da-z][.)]$/i.test(sign) ? 'ol' : 'ul';
    const before = paragraph.previousElementSibling;
    const list = before?.localName === name && before.hasAttribute('data-list') ? before : document.createElement(name);
    list.setAttribute('data-list', '');
    if (list !== before) paragraph.before(list);
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
  for (const list of body.querySelectorAll('[data-list]')) list.removeAttribute('data-list');
}

function removeStart(paragraph: HTMLElement, sign: string): void {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').trimStart();
    if (text === '') continue;
    if (text.startsWith(sign)) node.nodeValue = text.slice(sign.length).replace(/^[\s\u00a0]+/, '');
    return;
  }
}

function rename(element: Element, name: string): void {
  const other = document.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

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
 * Shows an editor for the HTML of a textarea, whose value the form still sends. If the editor can't write a text back
 * unchanged, the textarea stays visible.
 * @returns a function that removes the editor
 */
export function startEditor(place: HTMLElement, textarea: HTMLTextAreaElement): () => void {
  const texts = JSON.parse(place.dataset.richText ?? '{}') as EditorTexts;
  const surface = document.createElement('div');
  const editor = new Editor({
    element: surface,
    // The content security policy of the page allows no injected styles: the styles of the editor are in the sheet of
    // the back office.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        // The editor would add an empty paragraph behind a list, which would count as a change.
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
  // The server has replaced the value of the textarea: the form was saved, or shows a draft.
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
