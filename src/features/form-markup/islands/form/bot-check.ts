import { getCheckResponseName } from '#features/form-definitions/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { type FormElement, readFacts } from './form-element.ts';

const marker = 'data-form-check';

/**
 * Fetches the check for robots and puts it into the form, where it answers by itself or asks the
 * shopper. An answer passes once, so each message needs a new one.
 */
export async function loadCheck(element: FormElement): Promise<void> {
  const { form, config } = element;
  if (!form.elements.namedItem(getCheckResponseName(config.prefix, config.captcha))) return;
  const result = await call<{ readonly html?: string } | undefined>(`${config.api}/${readFacts(element).id}/check`);
  form.querySelector(`[${marker}]`)?.remove();
  const html = (result.ok && result.data?.html) || '';
  if (html === '') return;
  const place = document.createElement('div');
  place.setAttribute(marker, '');
  place.innerHTML = html;
  form.querySelector(`.${config.prefix}-response-output`)?.before(place);
}

/** Whether the form has a check now. */
export const hasCheck = ({ form }: FormElement): boolean => form.querySelector(`[${marker}]`) !== null;
