import { type FormScriptConfig, formConfigAttribute } from '#features/form-markup/contract.ts';
import { getWishlistFormPath, newList, type WishlistReply, type WishlistWrite } from '#features/wishlists/contract.ts';
import { send } from '#platform/http/browser/request.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { openLightbox } from '#ui/browser/lightbox/lightbox.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { behaviour as startTabs } from '#ui/islands/tabs.behaviour.ts';
import { createListLink, readProductFields, showAdded } from './add.ts';
import { formatFailure, hasCookies, readFields, sendWrite } from './calls.ts';
import { readWishlistConfig } from './config.ts';
import { closeLater, createSign, showNote } from './note.ts';
import { dispatchOldEvent } from './old-events.ts';
import { applyChange } from './state.ts';

/** Shows the form behind a link in a dialog. */
export async function openPopup(link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy === 'true' || !hasCookies()) return;
  link.ariaBusy = 'true';
  const opener = document.activeElement?.closest<HTMLElement>('.wishlist-fragment');
  const [reply] = await Promise.all([
    send<string>(link.href, { as: 'text', headers: { 'x-requested-with': 'XMLHttpRequest' } }),
    loadLightboxStyles(),
  ]).finally(() => {
    link.ariaBusy = null;
  });
  const content = reply.ok ? readContent(reply.data) : null;
  // Its page has the same form, or says what is wrong.
  if (!content) return location.assign(link.href);
  const label = content.querySelector('h2')?.textContent ?? '';
  const dialog = openLightbox(content, { kind: 'inline', label });
  dialog.classList.add('wishlist-dialog');
  dialog.addEventListener('close', () => {
    // The link that had the focus may have been replaced: then the focus is still in the dialog.
    if (dialog.contains(document.activeElement)) opener?.querySelector('a')?.focus({ preventScroll: true });
  });
  const form = content.querySelector<HTMLFormElement>('form.wishlist-popup');
  // A contact form has its own script.
  if (!form) return watchEstimate(dialog, content);
  form.noValidate = true;
  // The server shows both tabs: without this script nothing keeps the select and the tabs alike.
  startTabs(form);
  const choice = watchChoice(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit({ dialog, form, link, isNew: choice.isNew() });
  });
  form.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus({ preventScroll: true });
}

function readContent(html: string): HTMLElement | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const content = body.querySelector<HTMLElement>('.wishlist-popup-box');
  return content && document.importNode(content, true);
}

/** Once the contact form of an estimate is sent, the answer takes its place. */
function watchEstimate(dialog: HTMLDialogElement, content: HTMLElement): void {
  const place = content.querySelector<HTMLElement>('.wishlist-estimate');
  const config = place?.querySelector(`[${formConfigAttribute}]`)?.getAttribute(formConfigAttribute);
  if (!place || !config) return;
  const { prefix } = JSON.parse(config) as FormScriptConfig;
  place.addEventListener(`${prefix}mailsent`, (event) => {
    const { apiResponse } = (event as CustomEvent<{ readonly apiResponse?: { readonly message?: string } }>).detail;
    // The form's script ends first.
    setTimeout(() => showSent(dialog, place, apiResponse?.message ?? ''));
  });
}

function showSent(dialog: HTMLDialogElement, place: HTMLElement, text: string): void {
  place.replaceChildren(createFeedback('success', text), createCloseButton(dialog));
  dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  closeLater(place, () => dialog.close());
}

/** Choosing 'new' opens the tab with name and visibility. */
function watchChoice(form: HTMLFormElement): { isNew(): boolean } {
  const select = form.querySelector<HTMLSelectElement>('.wishlist-select');
  const name = form.querySelector<HTMLInputElement>('.wishlist-name');
  const tabs = [...form.querySelectorAll<HTMLElement>('.tabs__tab')];
  const panel = name?.closest<HTMLElement>('.tabs__panel');
  const createTab = tabs.find((tab) => panel && tab.getAttribute('href') === `#${panel.id}`);
  const showCreate = () => {
    createTab?.click();
    name?.focus({ preventScroll: true });
  };
  select?.addEventListener('change', () => {
    if (select.value !== newList) return;
    const first = [...select.options].find(({ value }) => value !== newList);
    if (first && createTab) select.value = first.value;
    showCreate();
  });
  // No list to choose.
  if (select?.value === newList) showCreate();
  return {
    isNew: () => (createTab ? createTab.ariaSelected === 'true' : select === null || select.value === newList),
  };
}

interface Submission {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  /** That opened it. */
  readonly link: HTMLAnchorElement;
  readonly isNew: boolean;
}

const popupWrites: readonly WishlistWrite[] = ['add', 'move', 'create'];

async function submit(submission: Submission): Promise<void> {
  const { form, link, isNew } = submission;
  const button = form.querySelector<HTMLButtonElement>('.popup_button');
  const name = form.querySelector<HTMLInputElement>('.wishlist-name');
  const write = popupWrites.find((each) => getWishlistFormPath(each) === form.getAttribute('action'));
  if (!write || button?.ariaBusy === 'true') return;
  // A new list needs a name.
  if (isNew && name && name.value.trim() === '') {
    name.ariaInvalid = 'true';
    name.addEventListener('input', () => name.removeAttribute('aria-invalid'), { once: true });
    name.focus();
    return;
  }
  const fields = readFields(form);
  // A name in the other tab would mean a new list.
  if (!isNew) fields.wishlist_name = '';
  else if (write !== 'create') fields[write === 'move' ? 'destination' : 'wishlist_id'] = newList;
  if (button) button.ariaBusy = 'true';
  if (write === 'add') dispatchOldEvent('adding_to_wishlist');
  const reply = await sendWrite(write, write === 'add' ? withProduct(fields, link) : fields);
  if (button) button.ariaBusy = null;
  if (reply === null) return;
  if (!reply.ok) return showFeedback(form, 'error', formatFailure(reply));
  showResult(submission, write, reply.data);
}

/** The product form says more of the product than the popup. */
function withProduct(fields: Readonly<Record<string, string | string[]>>, link: HTMLAnchorElement) {
  const ofList = Object.entries(fields).filter(([name]) => name !== 'add_to_wishlist');
  return { ...Object.fromEntries(ofList), ...readProductFields(link) };
}

function showResult({ dialog, form, link }: Submission, write: WishlistWrite, reply: WishlistReply): void {
  const block = link.closest<HTMLElement>('.wishlist-fragment');
  if (write === 'add' && block) showAdded(block, link, reply);
  else applyChange(reply, { moved: Number(readFields(form).item_id ?? 0) });
  if (write === 'move') dispatchOldEvent('moved_to_another_wishlist', [link, block]);
  // The shopper has closed it meanwhile.
  if (!dialog.open) showNote({ kind: 'success', text: reply.message, near: document.body });
  else showSuccess(dialog, form, reply);
}

function showSuccess(dialog: HTMLDialogElement, form: HTMLFormElement, reply: WishlistReply): void {
  showFeedback(form, 'success', reply.message);
  const { label, href } = createListLink(reply);
  const list = document.createElement('a');
  list.className = 'button';
  list.href = href;
  list.textContent = label;
  form.querySelector('.wishlist-popup__footer')?.replaceChildren(list, createCloseButton(dialog));
  // The pressed button is gone. A focused element stops the time, so this is none that can be pressed.
  dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  closeLater(form, () => dialog.close());
}

function createCloseButton(dialog: HTMLDialogElement): HTMLElement {
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button button--text';
  close.textContent = readWishlistConfig().texts.close;
  close.addEventListener('click', () => dialog.close());
  return close;
}

/** Says in the popup what happened, with a check or a warning. */
function showFeedback(form: HTMLFormElement, kind: 'success' | 'error', text: string): void {
  const content = form.querySelector('.wishlist-popup__content');
  form.querySelector('.wishlist-feedback')?.remove();
  const feedback = createFeedback(kind, text);
  if (kind === 'success') content?.replaceChildren(feedback);
  else content?.prepend(feedback);
  announce(text);
}

function createFeedback(kind: 'success' | 'error', text: string): HTMLElement {
  const feedback = document.createElement('p');
  feedback.className = 'wishlist-feedback';
  feedback.dataset.kind = kind;
  const words = document.createElement('span');
  words.textContent = text;
  feedback.append(createSign(kind), words);
  return feedback;
}
