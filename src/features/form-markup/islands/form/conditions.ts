import {
  findHiddenFields,
  getFieldName,
  listEntries,
  type ShowCondition,
} from '#features/form-definitions/contract.ts';

const conditional = '[data-show-when]';
const hiddenGroup = `${conditional}[hidden]`;

export const isInHiddenGroup = (element: Element): boolean => element.closest(hiddenGroup) !== null;

/** Names of the controls in groups that are not shown. */
function listHiddenNames(form: HTMLFormElement): ReadonlySet<string> {
  const controls = form.querySelectorAll<HTMLInputElement>(`${hiddenGroup} [name]`);
  return new Set([...controls].map(({ name }) => name));
}

/** What the form sends: the controls of groups that are not shown are left out. */
export function readFormData(form: HTMLFormElement): FormData {
  const formData = new FormData(form);
  for (const name of listHiddenNames(form)) formData.delete(name);
  return formData;
}

export const listHiddenFields = (form: HTMLFormElement): ReadonlySet<string> =>
  new Set([...listHiddenNames(form)].map(getFieldName));

/** Shows and hides groups by the values of the fields before them. */
export function updateGroups(form: HTMLFormElement): void {
  const name = 'group';
  for (const group of form.querySelectorAll<HTMLElement>(conditional)) {
    const showWhen = JSON.parse(group.dataset.showWhen ?? '[]') as readonly ShowCondition[];
    // A group inside of one that is hidden has no fields of its own to judge.
    group.hidden = findHiddenFields([{ field: name, showWhen }], listEntries(readFormData(form))).has(name);
  }
}
