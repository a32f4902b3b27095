import { formAnswerClass } from '#features/form-markup/contract.ts';
import { formatListedError } from '#features/form-markup/markup/describe-field.shared.ts';
import { createAlertIcon } from '#ui/browser/field-error.ts';
import { type FormElement, readFacts } from './form-element.ts';

const findWrap = ({ form, config }: FormElement, field: string) =>
  form.querySelector(`.${config.prefix}-form-control-wrap[data-name="${CSS.escape(field)}"]`);

const getErrorId = (element: FormElement, field: string) => `${readFacts(element).unitTag}-ve-${field}`;

const findList = ({ parent }: FormElement) => parent.querySelector('.screen-reader-response ul');

/** Leaves out the mark of required fields. */
const findLabel = (wrap: Element | null) =>
  wrap?.closest('.field')?.querySelector('.field__label')?.firstChild?.textContent ?? undefined;

const findJudged = (wrap: Element) => wrap.querySelectorAll<HTMLElement>('[aria-invalid]');

export function showError(element: FormElement, field: string, message: string): void {
  hideError(element, field);
  const { prefix } = element.config;
  const errorId = getErrorId(element, field);
  const wrap = findWrap(element, field);
  const control = wrap?.querySelector<HTMLElement>(`.${prefix}-form-control`);
  const item = document.createElement('li');
  item.id = errorId;
  const listed = formatListedError({ label: findLabel(wrap), name: field }, message);
  const target = control?.id || wrap?.querySelector('[id]:not(.field__hint)')?.id;
  if (target) {
    const link = document.createElement('a');
    link.href = `#${target}`;
    link.textContent = listed;
    item.append(link);
  } else item.textContent = listed;
  findList(element)?.append(item);
  if (!wrap) return;
  const tip = document.createElement('span');
  tip.className = `${prefix}-not-valid-tip field__error`;
  tip.ariaHidden = 'true';
  tip.append(createAlertIcon(), message);
  wrap.append(tip);
  control?.classList.add(`${prefix}-not-valid`);
  for (const judged of findJudged(wrap)) {
    judged.setAttribute('aria-invalid', 'true');
    describeControl(judged, errorId);
  }
}

export function hideError(element: FormElement, field: string): void {
  const { prefix } = element.config;
  for (const item of findList(element)?.children ?? []) if (item.id === getErrorId(element, field)) item.remove();
  const wrap = findWrap(element, field);
  if (!wrap) return;
  for (const tip of wrap.querySelectorAll(`.${prefix}-not-valid-tip`)) tip.remove();
  for (const invalid of wrap.querySelectorAll(`.${prefix}-not-valid`)) invalid.classList.remove(`${prefix}-not-valid`);
  for (const judged of findJudged(wrap)) {
    judged.setAttribute('aria-invalid', 'false');
    describeControl(judged);
  }
}

function describeControl(control: HTMLElement, errorId?: string): void {
  const ids = [control.dataset.hint, errorId].filter((id) => id !== undefined);
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}

export function showMessage({ form, parent, config }: FormElement, message: string): void {
  const status = parent.querySelector('.screen-reader-response [role="status"]');
  if (status) status.textContent = message;
  for (const output of form.querySelectorAll(`.${config.prefix}-response-output`)) output.textContent = message;
}

/** Scrolls as little as it takes to see the message. */
export function revealMessage({ form, config }: FormElement): void {
  form.querySelector(`.${config.prefix}-response-output`)?.scrollIntoView({ block: 'nearest' });
}

/** Shows the thanks in place of the form, and moves the focus to them, so that screen readers read them. */
export function showThanks({ form, parent, config }: FormElement): void {
  const thanks = parent.querySelector<HTMLElement>('.screen-reader-response');
  const { activeElement } = document;
  if (!thanks) return;
  thanks.classList.add(formAnswerClass);
  thanks.tabIndex = -1;
  const again = document.createElement('button');
  again.className = 'button button--text contact-form__again';
  again.type = 'button';
  again.textContent = config.texts.again;
  again.addEventListener('click', () => {
    form.reset();
    form.querySelector<HTMLElement>('.input, input:not([type="hidden"], [tabindex="-1"])')?.focus();
  });
  thanks.append(again);
  if (activeElement === document.body || form.contains(activeElement)) thanks.focus();
}

export function clearResponse(element: FormElement): void {
  const { form, parent, config } = element;
  parent.querySelector(`.${formAnswerClass}`)?.classList.remove(formAnswerClass);
  parent.querySelector('.contact-form__again')?.remove();
  for (const wrap of form.querySelectorAll<HTMLElement>(`.${config.prefix}-form-control-wrap[data-name]`))
    hideError(element, wrap.dataset.name ?? '');
  findList(element)?.replaceChildren();
  showMessage(element, '');
}

/** Nothing in the HTML is run or loaded. */
export const readHtmlText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

export function focusFirstError(place: ParentNode): void {
  const invalid = place.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = invalid?.matches('input, select, textarea') ? invalid : invalid?.querySelector('input');
  control?.focus();
}
