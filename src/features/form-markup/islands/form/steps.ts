import { type FormElement, getStatus, readFacts } from './form-element.ts';
import { focusFirstError } from './show-errors.ts';
import { findUnaccepted } from './typed-values.ts';
import { validateFields } from './validate-fields.ts';

/**
 * Shows steps one after another, with progress. Without script all are shown.
 * @returns its cleanup
 */
export function startSteps(element: FormElement, signal: AbortSignal): () => void {
  const { form, config } = element;
  const steps = [...form.querySelectorAll<HTMLElement>('[data-step]')];
  if (steps.length < 2) return () => {};
  const { next, back, step: progressText } = config.texts;
  const progress = document.createElement('p');
  progress.className = 'contact-form__progress';
  progress.id = `${readFacts(element).unitTag}-progress`;
  steps[0]?.before(progress);
  const added: HTMLElement[] = [progress];
  const buttons = [...form.querySelectorAll<HTMLElement>(`.${config.prefix}-submit`)];

  const nextButtons: HTMLButtonElement[] = [];
  let current = 0;
  const show = (index: number, moveFocus: boolean) => {
    current = index;
    for (const [each, step] of steps.entries()) step.hidden = each !== index;
    for (const button of buttons) button.hidden = index < steps.length - 1;
    // The Enter key presses the first button that submits.
    for (const [each, button] of nextButtons.entries()) button.type = each === index ? 'submit' : 'button';
    progress.textContent = progressText.replace('{step}', `${index + 1}`).replace('{steps}', `${steps.length}`);
    progress.style.setProperty('--done', `${(index + 1) / steps.length}`);
    if (moveFocus) steps[index]?.focus();
  };
  const goOn = async (index: number) => {
    const wraps = steps[index]?.querySelectorAll<HTMLElement>(`.${config.prefix}-form-control-wrap[data-name]`) ?? [];
    const names = [...wraps].map(({ dataset }) => dataset.name ?? '');
    if (await validateFields(element, names)) show(index + 1, true);
    else if (steps[index]) focusFirstError(steps[index]);
  };
  for (const [index, step] of steps.entries()) {
    step.tabIndex = -1;
    const row = document.createElement('p');
    row.className = 'contact-form__moves';
    const add = (label: string, look: string) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = look;
      button.textContent = label;
      row.append(button);
      return button;
    };
    if (index > 0) add(back, 'button button--quiet').addEventListener('click', () => show(index - 1, true), { signal });
    if (index < steps.length - 1) nextButtons.push(add(next, 'button'));
    step.append(row);
    added.push(row);
  }
  // "Next" and Enter go on instead of sending before the last step.
  form.addEventListener(
    'submit',
    (event) => {
      if (current === steps.length - 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void goOn(current);
    },
    { signal, capture: true },
  );
  const putBack = moveIntoRow(buttons, steps, added.at(-1));
  const findInvalid = () => {
    const missing = getStatus(element) === 'unaccepted' ? findUnaccepted(element) : undefined;
    const isWrong = (step: HTMLElement) => step.querySelector('[aria-invalid="true"]') !== null;
    return steps.findIndex(missing ? (step) => step.contains(missing) : isWrong);
  };
  const showInvalid = () => {
    const index = findInvalid();
    if (index >= 0) show(index, false);
  };
  // A page after a post without script has errors, or lacks an acceptance.
  show(Math.max(findInvalid(), 0), false);
  // Errors are shown after this event.
  for (const name of ['invalid', 'unaccepted'])
    form.addEventListener(`${config.prefix}${name}`, () => queueMicrotask(showInvalid), { signal });
  form.addEventListener('reset', () => show(0, false), { signal });
  return () => {
    putBack();
    for (const part of added) part.remove();
    for (const step of steps) step.hidden = false;
  };
}

/**
 * Moves the button that sends beside the one that goes back.
 * @returns what undoes it
 */
function moveIntoRow(buttons: readonly HTMLElement[], steps: readonly HTMLElement[], row?: HTMLElement): () => void {
  const last = steps.at(-1);
  const button = buttons.length === 1 ? buttons[0] : undefined;
  if (!button || !row || !last || button.previousElementSibling !== last) return () => {};
  const spinner = button.nextElementSibling?.matches('.contact-form__spinner') ? [button.nextElementSibling] : [];
  row.append(button, ...spinner);
  return () => last.after(button, ...spinner);
}
