import type { FormScriptConfig } from '#features/form-markup/contract.ts';
import { readStatus } from '#features/form-markup/markup/form-status.shared.ts';

export interface FormReply {
  readonly status?: string;
  readonly message?: string;
  readonly invalid_fields?: readonly { readonly field: string; readonly message: string }[];
  readonly posted_data_hash?: string;
  readonly captcha?: Readonly<Record<string, string>>;
  readonly quiz?: Readonly<Record<string, readonly [question: string, answerHash: string]>>;
}

export interface FormElement {
  readonly form: HTMLFormElement;
  readonly parent: Element;
  readonly config: FormScriptConfig;
}

/** Also a property of the element, named {form_prefix}. */
export interface FormFacts {
  readonly id: number;
  readonly pluginVersion: string;
  readonly locale: string;
  readonly unitTag: string;
  readonly containerPost: number;
}

export interface FormEventDetail {
  readonly contactFormId: number;
  readonly pluginVersion: string;
  readonly contactFormLocale: string;
  readonly unitTag: string;
  readonly containerPostId: number;
  /** After a reply it is the server's value. */
  status: string;
  readonly prevStatus?: string;
  readonly inputs?: readonly { readonly name: string; readonly value: FormDataEntryValue }[];
  readonly formData?: FormData;
  apiResponse?: FormReply;
}

const readInput = ({ form }: FormElement, name: string): string =>
  form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)?.value ?? '';

export function readFacts(element: FormElement): FormFacts {
  const read = (name: string) => readInput(element, `_${element.config.prefix}${name}`);
  return {
    ...{ id: Number(read('')) || 0, pluginVersion: read('_version'), locale: read('_locale') },
    ...{ unitTag: read('_unit_tag'), containerPost: Number(read('_container_post')) || 0 },
  };
}

export const getStatus = ({ form }: FormElement) => form.dataset.status ?? 'init';

export function createDetail(element: FormElement, formData?: FormData): FormEventDetail {
  const { id, pluginVersion, locale, unitTag, containerPost } = readFacts(element);
  const inputs = formData && [...formData].flatMap(([name, value]) => (name.startsWith('_') ? [] : [{ name, value }]));
  return {
    ...{ contactFormId: id, pluginVersion, contactFormLocale: locale, unitTag, containerPostId: containerPost },
    status: getStatus(element),
    ...(formData && inputs && { inputs, formData }),
  };
}

/** Dispatches `{form_prefix}{name}`; it bubbles from the form. */
export function dispatch({ form, config }: FormElement, name: string, detail: FormEventDetail): void {
  form.dispatchEvent(new CustomEvent(`${config.prefix}${name}`, { bubbles: true, detail }));
}

export function setStatus(element: FormElement, value: string): string {
  const { form } = element;
  const status = readStatus(value);
  const prevStatus = getStatus(element);
  form.dataset.status = status;
  form.classList.add(status);
  if (status === prevStatus) return status;
  form.classList.remove(prevStatus);
  for (const part of form.querySelectorAll('[class*="inert-on-"]'))
    part.toggleAttribute('inert', part.classList.contains(`inert-on-${status}`));
  dispatch(element, 'statuschanged', { ...createDetail(element), prevStatus });
  return status;
}

/** Other scripts can set `blocked`: nothing is sent then. */
export function isBlocked({ config }: FormElement): boolean {
  const settings: unknown = Reflect.get(window, config.prefix);
  return typeof settings === 'object' && settings !== null && 'blocked' in settings && settings.blocked === true;
}
