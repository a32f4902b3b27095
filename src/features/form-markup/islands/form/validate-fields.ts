import type { FieldErrors, FormSchema } from '#features/form-definitions/contract.ts';
import { listEntries, validateForm } from '#features/form-definitions/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { listHiddenFields, readFormData } from './conditions.ts';
import { type FormElement, getStatus, readFacts, setStatus } from './form-element.ts';
import { hideError, readHtmlText, showError } from './show-errors.ts';

const schemas = new Map<number, Promise<FormSchema | null>>();
const loaded = new Map<number, FormSchema>();

export const getSchema = (id: number): FormSchema | undefined => loaded.get(id);

/** Loads the rules once for all placements of the form. After a failure they are loaded when needed. */
export function loadSchema(element: FormElement): Promise<FormSchema | null> {
  const { id } = readFacts(element);
  const known = schemas.get(id);
  if (known !== undefined) return known;
  const loading = call<FormSchema | undefined>(`${element.config.api}/${id}/feedback/schema`).then((result) => {
    if (!result.ok) schemas.delete(id);
    const schema = result.ok && Array.isArray(result.data?.rules) ? result.data : null;
    if (schema) loaded.set(id, schema);
    return schema;
  });
  schemas.set(id, loading);
  return loading;
}

type FormEntry = ReturnType<typeof listEntries>[number];

async function findErrors(element: FormElement): Promise<FieldErrors | null> {
  const schema = await loadSchema(element);
  if (!schema) return null;
  const { form } = element;
  const entries = listEntries(readFormData(form)).map((entry) => toCheckedEntry(form, entry));
  return validateForm(schema.rules, entries, 'browser', listHiddenFields(form));
}

/** Checks domains as the server does, in the form that mail servers look up: `xn--bcher-kva.example`. */
function toCheckedEntry(form: HTMLFormElement, entry: FormEntry): FormEntry {
  const { name, value } = entry;
  const control = form.elements.namedItem(name);
  if (typeof value !== 'string' || !(control instanceof HTMLInputElement) || control.type !== 'email') return entry;
  const [, local = '', domain = ''] = /^([^@]*@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(value.trim()) ?? [];
  const address = `http://${domain}`;
  const isAscii = /^[ -~]*$/.test(domain);
  return isAscii || !URL.canParse(address) ? entry : { name, value: local + new URL(address).hostname };
}

/** Validates after a change. Fields that were not touched get no errors; corrected ones lose theirs. */
export async function validateChange(element: FormElement, target: EventTarget | null): Promise<void> {
  const { prefix } = element.config;
  if (!(target instanceof Element) || target.closest('.novalidate')) return;
  const wrap = target.closest<HTMLElement>(`.${prefix}-form-control-wrap[data-name]`);
  if (!wrap) return;
  await validateFields(element, [wrap.dataset.name ?? '']);
}

interface Running {
  /** The status to which the form returns when the last one has ended. */
  readonly before: string;
  count: number;
}

/** Validations under way: a press into the next control changes two fields at once. */
const running = new WeakMap<HTMLFormElement, Running>();

function startValidating(element: FormElement): () => void {
  const { form } = element;
  const before = getStatus(element);
  const current = (before === 'validating' && running.get(form)) || { before, count: 0 };
  running.set(form, current);
  current.count += 1;
  setStatus(element, 'validating');
  return () => {
    current.count -= 1;
    if (current.count === 0 && getStatus(element) === 'validating') setStatus(element, current.before);
  };
}

/** @returns whether the named fields have no errors */
export async function validateFields(element: FormElement, names: readonly string[]): Promise<boolean> {
  // The reply will say what is wrong.
  if (['submitting', 'resetting'].includes(getStatus(element))) return true;
  const endValidating = startValidating(element);
  try {
    const errors = await findErrors(element);
    if (!errors || getStatus(element) !== 'validating') return true;
    const { form, config } = element;
    for (const { dataset } of form.querySelectorAll<HTMLElement>(`.${config.prefix}-form-control-wrap[data-name]`)) {
      const name = dataset.name ?? '';
      const error = errors.get(name);
      if (names.includes(name)) {
        if (error === undefined) hideError(element, name);
        else showError(element, name, readHtmlText(error));
      } else if (error === undefined && !isChallenge(element, name)) hideError(element, name);
    }
    return !names.some((name) => errors.has(name));
  } finally {
    endValidating();
  }
}

/** Only the server knows whether these are right, so an error stays until the shopper types again. */
const isChallenge = ({ form, config }: FormElement, name: string) =>
  form.querySelector(
    `[data-name="${CSS.escape(name)}"] :is(.${config.prefix}-quiz, .${config.prefix}-captchar, [type="file"])`,
  ) !== null;
