/** Elements of office programs and mail that have nothing of the text. */
const removed = 'script, meta, link, title, xml, object, iframe, form, input, button, svg, video, audio';

/**
 * HTML that was copied from an office program, a mail or a page, as far as it is text. The editor drops styles, classes and
 * what it does not know; this makes lists of the paragraphs that Word marks as such.
 */
export function cleanPasted(html: string): string {
  // Before they are parsed: styles, which the policy of the page would report, and parts that only Word reads.
  const text = html.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(/<!--[\s\S]*?-->|<!\[[^\]]*\]>/g, '');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const { body } = page;
  for (const element of body.querySelectorAll(removed)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    // Outlook's and Word's own elements, such as `o:p`.
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
    else if (element.localName === 'img' && !/^https:/.test(element.getAttribute('src') ?? '')) element.remove();
  }
  makeLists(body);
  for (const element of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, span'))
    if (element.textContent?.replace(/[\s\u00a0]/g, '') === '' && !element.querySelector('img, br')) element.remove();
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2');
  return body.innerHTML;
}

/** `MsoListParagraph` with its number or bullet as text becomes a list. */
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
