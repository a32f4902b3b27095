import { dropDraft, keepDraft, readDraft } from '../browser/drafts.ts';
import { isChanged, readText } from '../browser/form-state.ts';
import { awaitWork, trackAnswer } from '../browser/pending-work.ts';
import { refreshForm, sendForm } from '../browser/send-form.ts';

/** Milliseconds without a key press before a draft is stored. */
const draftDelay = 2_000;
/** Milliseconds after which a draft is stored even if somebody goes on typing. */
const longestDelay = 4_000;

/**
 * Adds the save bar, shortcuts, drafts and updates from other tabs to a form. Without script the browser posts the
 * form.
 */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const form = element.querySelector<HTMLFormElement>('[data-admin-form]');
  if (!form) return;
  const controller = new AbortController();
  const { signal } = controller;
  const editor = createEditor(form, signal);
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void editor.send(event.submitter);
    },
    { signal },
  );
  for (const type of ['input', 'change']) form.addEventListener(type, editor.update, { signal });
  form.addEventListener('click', ({ target }) => editor.press(target as Element), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      form.requestSubmit();
    },
    { signal },
  );
  addEventListener('beforeunload', (event) => editor.isUnsaved() && event.preventDefault(), { signal });
  document.addEventListener('visibilitychange', editor.checkForNewerVersion, { signal });
  addEventListener('pagehide', editor.keep, { signal });
  editor.start();
  return () => controller.abort();
}

/** Whether a draft has other values than the form, which may have been saved since the draft was stored. */
function isOther(draft: string, shown: string): boolean {
  const [kept, now] = [draft, shown].map((body) => {
    const fields = new URLSearchParams(body);
    fields.delete('_version');
    return fields.toString();
  });
  return kept !== now;
}

/** Whether a submit button saves. Buttons of fields save nothing, so their input need not be valid. */
const isSave = (submitter: HTMLElement | null) => !submitter?.hasAttribute('formnovalidate');

function createEditor(form: HTMLFormElement, signal: AbortSignal) {
  const key = () => form.dataset.draft ?? '';
  const find = <Kind extends HTMLElement>(selector: string) => form.querySelector<Kind>(selector);
  const channel = new BroadcastChannel('vt-admin-saved');
  let [isSending, isAskedAgain, isSaveAsked, isLeaving] = [false, false, false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time of the oldest change that no draft contains. */
  let changedAt: number | undefined;

  const show = (state: 'clean' | 'changed' | 'saving') => find('[data-save-bar]')?.setAttribute('data-state', state);
  const isUnsaved = () => !isLeaving && isChanged(form);
  const keep = () => {
    changedAt = undefined;
    if (isUnsaved()) keepDraft(key(), readText(form));
  };
  const update = () => {
    show(isSending ? 'saving' : isChanged(form) ? 'changed' : 'clean');
    clearTimeout(timer);
    changedAt ??= Date.now();
    timer = setTimeout(keep, Math.min(draftDelay, changedAt + longestDelay - Date.now()));
  };
  const tell = (text = '') => {
    const bar = find('.bar__when-changed');
    if (bar && text !== '') bar.textContent = text;
  };

  /**
   * Moves the focus to the problems first, then to what a button was to show. A removed or disabled button can't keep
   * the focus.
   */
  const moveFocus = (submitter: HTMLElement | null) => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body || activeElement.matches(':disabled');
    const shown = submitter?.dataset.shows ?? (isLost ? submitter?.dataset.orElse : undefined);
    (find('#problems') ?? (shown === undefined ? null : document.getElementById(shown)))?.focus();
  };

  const post = async (body: FormData | URLSearchParams, submitter: HTMLElement | null = null) => {
    isSending = true;
    show('saving');
    const [before, path] = [key(), form.getAttribute('action')];
    // The answer may remove the attributes of the button, so a copy is kept.
    const pressed = submitter && (submitter.cloneNode() as HTMLElement);
    const answer = sendForm(form, body);
    trackAnswer(form, answer);
    const sent = await answer;
    const result = sent.state;
    isSending = false;
    // Somebody has to sign in first: the draft is offered afterwards.
    if (result === 'left') keepDraft(before, readText(form));
    isLeaving = result === 'left';
    if (result === 'saved') dropDraft(before);
    // The answer about a new object shows the form of another address, which runs this script anew.
    if (signal.aborted) {
      if (isAskedAgain && result === 'saved' && form.isConnected) form.requestSubmit();
      return;
    }
    if (result === 'saved') channel.postMessage(path);
    update();
    if (sent.state === 'failed') {
      const { failed, refused } = form.dataset;
      tell(sent.reason === null ? failed : refused?.replace('{reason}', () => sent.reason ?? ''));
    }
    if (result === 'shown') moveFocus(pressed);
    const wasUpdate = result === 'shown' && pressed !== null && !isSave(pressed);
    const again = isAskedAgain && (result === 'saved' || (wasUpdate && isSaveAsked));
    [isAskedAgain, isSaveAsked] = [false, false];
    if (again) await post(new FormData(form));
  };

  const send = async (submitter: HTMLElement | null) => {
    // Input that is typed during a request is sent after it.
    if (isSending) {
      isAskedAgain = true;
      isSaveAsked ||= isSave(submitter);
      return;
    }
    isSending = true;
    show('saving');
    await awaitWork(form);
    // When Save is pressed while a button of a field is waiting, the request does what that button would do, too.
    const pressed = isSaveAsked || !submitter?.isConnected ? null : submitter;
    [isAskedAgain, isSaveAsked] = [false, false];
    await post(new FormData(form, pressed), pressed);
  };

  const restore = async () => {
    const draft = readDraft(key());
    const body = new URLSearchParams(draft?.body);
    body.set('_show', '1');
    await post(body);
  };

  const press = async (target: Element) => {
    if (target.closest('[data-draft-restore]')) await restore();
    if (target.closest('[data-draft-drop]')) {
      dropDraft(key());
      find('[data-draft-offer]')?.setAttribute('hidden', '');
    }
    if (!target.closest('[data-discard]')) return;
    isLeaving = true;
    dropDraft(key());
  };

  /** The object was saved elsewhere: a form without changes shows the new values, a changed form shows a notice. */
  const handleSaveElsewhere = async () => {
    if (isSending) return;
    if (!isChanged(form)) return refreshForm(form);
    const template = find<HTMLTemplateElement>('[data-elsewhere]');
    if (template && !find('[data-saved-elsewhere]')) template.after(template.content.cloneNode(true));
  };

  /** Asks the server whether somebody has saved since, when the page becomes visible again. */
  const checkForNewerVersion = async () => {
    if (document.visibilityState === 'hidden') return keep();
    const version = find<HTMLInputElement>('[name=_version]')?.value;
    const reply = await fetch(form.getAttribute('action') ?? '', { headers: { accept: 'application/json' } }).catch(
      () => null,
    );
    const now: unknown = reply?.ok ? await reply.json() : null;
    const known = (now as { readonly version?: string } | null)?.version;
    if (known !== undefined && form.dataset.state === 'clean' && known !== version) await handleSaveElsewhere();
  };

  const start = () => {
    channel.addEventListener(
      'message',
      ({ data }) => data === form.getAttribute('action') && void handleSaveElsewhere(),
      { signal },
    );
    signal.addEventListener('abort', () => {
      channel.close();
      clearTimeout(timer);
    });
    const draft = readDraft(key());
    const offer = find('[data-draft-offer]');
    const text = offer?.querySelector<HTMLElement>('[data-draft-text]');
    // The stored values contain the draft: it was sent again after a sign-in, for instance.
    const isSaved = draft !== null && !isChanged(form) && !isOther(draft.body, readText(form));
    if (isSaved) dropDraft(key());
    else if (draft && offer && text && !isChanged(form)) {
      const when = new Date(draft.at).toLocaleString(document.documentElement.lang, {
        dateStyle: 'medium',
        timeStyle: 'short',
      });
      text.textContent = text.dataset.draftText?.replace('{when}', () => when) ?? '';
      offer.hidden = false;
    }
    show(isChanged(form) ? 'changed' : 'clean');
  };
  return { send, press, update, keep, isUnsaved, checkForNewerVersion: () => void checkForNewerVersion(), start };
}
