import { type FormScriptConfig, formConfigAttribute } from '../contract.ts';
import { expectCheck, getPendingCheck } from './form/bot-check.ts';
import { needsChallenges } from './form/challenges.ts';
import { updateGroups } from './form/conditions.ts';
import { forgetDraft, keepDraftAgain, restoreDraft, saveDraft } from './form/draft.ts';
import { type FormElement, getStatus, readFacts } from './form/form-element.ts';
import { fetchChallenges, refillForm, sendForm } from './form/send-form.ts';
import { startSteps } from './form/steps.ts';
import { completeUrl, focusFreeText, keepExclusive, updateHelpers, updateTyped } from './form/typed-values.ts';
import { getSchema, loadSchema, validateChange } from './form/validate-fields.ts';

/**
 * A contact form that validates while it is filled in and is sent without leaving the page, with the
 * classes, statuses and events of the plugin. Where it can't run, the form is posted.
 */
export function behaviour(place: HTMLElement): (() => void) | undefined {
  const element = findForm(place);
  if (!element) return;
  const { form, parent, config } = element;
  const controller = new AbortController();
  const { signal } = controller;
  parent.classList.replace('no-js', 'js');
  publishState(element);
  const spinners = addSpinners(element);
  const update = () => {
    updateGroups(form);
    updateHelpers(element);
  };
  // What a page shows after a post without script stays.
  if (getStatus(element) === 'init') {
    restoreDraft(element);
    if (form.querySelector('[data-default-from]'))
      void import('./form/prefill.ts').then(({ prefillForm }) => prefillForm(element)).then(update);
  }
  update();
  const press = watchPress(signal);
  const endSteps = startSteps(element, signal);
  const ends: (() => void)[] = [];
  if (form.querySelector('input[type="file"]'))
    void import('./form/file-fields.ts').then(({ startFileFields }) => {
      if (!signal.aborted) ends.push(startFileFields(element, signal));
    });
  expectCheck(
    element,
    loadSchema(element).then((schema) => schema?.bot_check === true),
  );
  if (needsChallenges(element)) void fetchChallenges(element);

  form.addEventListener(
    'input',
    () => {
      updateTyped(element);
      saveDraft(element);
    },
    { signal },
  );
  form.addEventListener(
    'change',
    ({ target }) => {
      completeUrl(element, target);
      keepExclusive(element, target);
      update();
      focusFreeText(element, target);
      saveDraft(element);
      void press.ended().then(() => validateChange(element, target));
    },
    { signal },
  );
  addEventListener('storage', (event) => keepDraftAgain(element, event), { signal });
  let isHeld = false;
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      const { submitter } = event;
      const check = getPendingCheck(element);
      if (!check) void sendForm(element, submitter);
      else if (!isHeld) {
        isHeld = true;
        // The check answers when the form is submitted, so it has to hear of it again.
        void check.then(() => {
          isHeld = false;
          if (!signal.aborted) form.requestSubmit(submitter);
        });
      }
    },
    { signal },
  );
  form.addEventListener(
    'reset',
    () => {
      forgetDraft(element);
      // The controls get their first values after this event.
      setTimeout(update);
      void refillForm(element);
    },
    { signal },
  );
  form.addEventListener(`${config.prefix}reset`, update, { signal });
  return () => {
    controller.abort();
    for (const end of [endSteps, ...ends]) end();
    for (const spinner of spinners) spinner.remove();
    Reflect.deleteProperty(form, config.prefix);
    parent.classList.replace('js', 'no-js');
  };
}

/**
 * A press on the button first ends the field that was typed in. A tip that appeared or disappeared
 * then would move the button away from under the pointer.
 */
function watchPress(signal: AbortSignal) {
  let end = Promise.resolve();
  const onPress = () => {
    end = new Promise((resolve) => {
      for (const type of ['pointerup', 'pointercancel'])
        addEventListener(type, () => setTimeout(resolve), { once: true, signal });
    });
  };
  addEventListener('pointerdown', onPress, { capture: true, signal });
  return { ended: () => end };
}

function findForm(place: HTMLElement): FormElement | null {
  const text = place.querySelector(`[${formConfigAttribute}]`)?.getAttribute(formConfigAttribute);
  if (!text) {
    console.error('A contact form has no configuration.');
    return null;
  }
  const config: FormScriptConfig = JSON.parse(text);
  const form = place.querySelector<HTMLFormElement>(`form.${config.prefix}-form`);
  const parent = form?.closest(`.${config.prefix}`);
  if (typeof window.fetch !== 'function') console.error('Your browser does not support window.fetch().');
  else if (form && parent) return { form, parent, config };
  return null;
}

/** Publishes the state that other scripts read at the element. */
function publishState(element: FormElement): void {
  const facts = readFacts(element);
  const state = {
    ...facts,
    get status() {
      return getStatus(element);
    },
    get schema() {
      return getSchema(facts.id);
    },
  };
  Object.defineProperty(element.form, element.config.prefix, { value: state, configurable: true });
}

function addSpinners({ form, config }: FormElement): HTMLElement[] {
  return [...form.querySelectorAll('.has-spinner')].map((button) => {
    const spinner = document.createElement('span');
    spinner.className = `${config.prefix}-spinner contact-form__spinner`;
    button.after(spinner);
    return spinner;
  });
}
