import {
  addUrlScheme,
  getCharacterCount,
  getFreeTextName,
  isAccepted,
  isFreeTextEnabled,
  keepOneChecked,
} from '#features/form-definitions/contract.ts';
import { formatRangeValue } from '#features/form-markup/markup/range-value.shared.ts';
import { isInHiddenGroup } from './conditions.ts';
import type { FormElement } from './form-element.ts';

export function completeUrl({ config }: FormElement, target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.matches(`.${config.prefix}-validates-as-url`))
    target.value = addUrlScheme(target.value);
}

export function keepExclusive({ form, config }: FormElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  if (!target.closest(`.${config.prefix}-exclusive-checkbox`)) return;
  const boxes = [
    ...form.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name="${CSS.escape(target.name)}"]`),
  ];
  const kept = keepOneChecked(
    boxes.map(({ checked }) => checked),
    boxes.indexOf(target),
  );
  for (const [index, box] of boxes.entries()) box.checked = kept[index] ?? false;
}

const listAcceptances = ({ form, config: { prefix } }: FormElement) => [
  ...form.querySelectorAll(`.${prefix}-acceptance`),
];

/** Boxes of hidden groups need not be checked. */
export function findUnaccepted(element: FormElement): Element | undefined {
  const shown = listAcceptances(element).filter((place) => !isInHiddenGroup(place));
  return shown.find((place) => {
    const isChecked = place.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked ?? false;
    const { classList } = place;
    return !isAccepted([
      { isChecked, isOptional: classList.contains('optional'), isInverted: classList.contains('invert') },
    ]);
  });
}

function updateSubmit(element: FormElement): void {
  const { form, config } = element;
  if (form.classList.contains(`${config.prefix}-acceptance-as-validation`)) return;
  if (listAcceptances(element).length === 0) return;
  const isMissing = findUnaccepted(element) !== undefined;
  for (const button of form.querySelectorAll<HTMLInputElement>(`.${config.prefix}-submit`)) button.disabled = isMissing;
}

function updateFreeTexts({ form, config: { prefix } }: FormElement): void {
  for (const place of form.querySelectorAll('.has-free-text')) {
    const text = place.querySelector<HTMLInputElement>(`.${prefix}-free-text`);
    const option = place.querySelector<HTMLInputElement>('input[type="checkbox"], input[type="radio"]');
    if (text) text.disabled = !isFreeTextEnabled(option);
  }
}

export function focusFreeText({ form, config: { prefix } }: FormElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.checked || !target.closest('.has-free-text')) return;
  const name = getFreeTextName(prefix, target.name.replace(/\[\]$/, ''));
  form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)?.focus();
}

function updateCounters({ form, config: { prefix } }: FormElement): void {
  for (const counter of form.querySelectorAll<HTMLElement>(`.${prefix}-character-count`)) {
    const { targetName = '', startingValue = '0', maximumValue, minimumValue } = counter.dataset;
    const control = form.elements.namedItem(targetName);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
    const count = getCharacterCount(control.value, {
      direction: counter.classList.contains('down') ? 'down' : 'up',
      starting: Number(startingValue),
      maximum: maximumValue === undefined ? undefined : Number(maximumValue),
      minimum: minimumValue === undefined ? undefined : Number(minimumValue),
    });
    counter.dataset.currentValue = counter.textContent = `${count.current}`;
    counter.classList.toggle('too-long', count.isTooLong);
    counter.classList.toggle('too-short', count.isTooShort);
  }
}

function updateRanges({ form }: FormElement): void {
  for (const output of form.querySelectorAll<HTMLOutputElement>('.contact-form__value')) {
    const slider = output.previousElementSibling;
    if (!(slider instanceof HTMLInputElement)) continue;
    // Numbers are those of the shop's language, as in mails: a form may name one that browsers don't know.
    output.value = formatRangeValue(slider.valueAsNumber, slider, document.documentElement.lang || 'en');
  }
}

export function updateTyped(element: FormElement): void {
  updateCounters(element);
  updateRanges(element);
}

export function updateHelpers(element: FormElement): void {
  updateSubmit(element);
  updateFreeTexts(element);
  updateTyped(element);
}
