const equalTags: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
/** What has blocks in it: blank text between them is of no meaning. */
const blockParents = ['ul', 'ol', 'blockquote', 'div'];

/** HTML as the shop writes it: one paragraph in an item of a list needs no element, and equal tags have one name. */
export function toNormalForm(html: string): string {
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
  // What is stored has a line end after each break.
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
