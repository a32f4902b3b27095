import { getCaptchaChallengeName, getQuizAnswerName } from '#features/form-definitions/contract.ts';
import type { FormElement, FormReply } from './form-element.ts';

function setValue({ form }: FormElement, name: string, value: string): void {
  for (const input of form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)) input.value = value;
}

export function showChallenges(element: FormElement, { captcha = {}, quiz = {} }: FormReply): void {
  const { form, config } = element;
  for (const [field, url] of Object.entries(captcha)) {
    setValue(element, field, '');
    const image = `img.${config.prefix}-captcha-${CSS.escape(field.replaceAll(':', ''))}`;
    for (const img of form.querySelectorAll<HTMLImageElement>(image)) img.src = url;
    const number = /(\d+)\.(?:png|gif|jpeg)$/.exec(url)?.[1];
    if (number !== undefined) setValue(element, getCaptchaChallengeName(config.prefix, field), number);
  }
  for (const [field, [question, answerHash]] of Object.entries(quiz)) {
    setValue(element, field, '');
    setValue(element, getQuizAnswerName(config.prefix, field), answerHash);
    const wrap = form.querySelector(`[data-name="${CSS.escape(field)}"]`);
    const label = wrap?.querySelector(`.${config.prefix}-quiz-label`);
    if (label) label.textContent = question;
  }
}

/** Whether the form has a quiz or a captcha that the server's HTML left empty. */
export function needsChallenges({ form, config }: FormElement): boolean {
  const hidden = form.querySelectorAll<HTMLInputElement>('input[type="hidden"]');
  const beginnings = [getQuizAnswerName(config.prefix, ''), getCaptchaChallengeName(config.prefix, '')];
  return [...hidden].some(({ name, value }) => value === '' && beginnings.some((start) => name.startsWith(start)));
}
