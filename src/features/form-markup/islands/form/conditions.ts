import {
  findHiddenFields,
  getFieldName,
  listEntries,
  type ShowCondition,
} from '#features/form-definitions/contract.ts';

const conditional = '[data-show-when]';
const hiddenGroup = `${conditional}[hidden]`;

export const isInHiddenGroup = (element: Element): boolean => element.closest(hiddenGroup) !== null;

function listHiddenNames(form: HTMLFormElement): ReadonlySet<string> {
  const controls = form.querySelectorAll<HTMLInputElement>(`${hiddenGroup} [name]`);
  return new Set([...controls].map(({ name }) => name));
}

/** Leaves out the controls of groups that are not shown. */
export function readFormData(form: HTMLFormElement): FormData {
  const formData = new FormData(form);
  for (const name of listHiddenNames(form)) formData.delete(name);
  return formData;
}

export const listHiddenFields = (form: HTMLFormElement): ReadonlySet<string> =>
  new Set([...listHiddenNames(form)].map(getFieldName));

export function updateGroups(form: HTMLFormElement): void {
  const name = 'group';
  for (const group of form.querySelectorAll<HTMLElement>(conditional)) {
    const showWhen = JSON.parse(group.dataset.showWhen ?? '[]') as readonly ShowCondition[];
    // A group inside a hidden one has no fields of its own to judge.
    group.hidden = findHiddenFields([{ field: name, showWhen }], listEntries(readFormData(form))).has(name);
  }
}
