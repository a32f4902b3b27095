import { createUsePuck } from '@puckeditor/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { send } from '#platform/http/browser/request.ts';
import { type BlockFieldsAnswer, type BuilderTexts, blockFieldsPath } from '../contract.shared.ts';
import { type TreeBlock, unknownType } from '../mapping.shared.ts';

const usePuck = createUsePuck();
/** Milliseconds after the last key press until the values are read. */
const delay = 300;

/** The fields of the chosen block. The server renders and reads them, as in the editor of the back office. */
export function BlockFields({ texts }: { readonly texts: BuilderTexts }) {
  const item = usePuck(({ selectedItem }) => selectedItem);
  if (!item || item.type === unknownType)
    return <p className="page-builder__note">{item ? texts.unknown : texts.nothingChosen}</p>;
  const id = String(item.props.id);
  return <FieldsForm key={id} id={id} type={String(item.type)} values={item.props.values as TreeBlock['values']} />;
}

interface FieldsFormProps {
  readonly id: string;
  readonly type: string;
  readonly values: TreeBlock['values'];
}

function FieldsForm({ id, type, values }: FieldsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** JSON of the values that the controls show. */
  const shown = useRef('');
  const dispatch = usePuck(({ dispatch: each }) => each);
  const getSelector = usePuck(({ getSelectorForId }) => getSelectorForId);
  const getItem = usePuck(({ getItemById }) => getItemById);

  const ask = async (body: object, isShown: boolean) => {
    const answer = await send<BlockFieldsAnswer>(blockFieldsPath, { method: 'POST', body: { type, values, ...body } });
    if (!answer.ok || !place.current) return null;
    if (isShown || answer.data.values === null) morphFragment(place.current, answer.data.html);
    return answer.data.values;
  };
  const take = (read: TreeBlock['values'] | null) => {
    const [selector, item] = [getSelector(id), getItem(id)];
    if (read === null || !selector || !item) return;
    shown.current = JSON.stringify(read);
    if (shown.current === JSON.stringify(item.props.values)) return;
    dispatch({
      ...{ type: 'replace', destinationIndex: selector.index, destinationZone: selector.zone },
      data: { ...item, props: { ...item.props, values: read } },
    });
  };
  const readForm = (submitter: HTMLElement | null = null) => {
    const pairs = [...new FormData(form.current ?? undefined, submitter)];
    const names = new Set(pairs.map(([name]) => name));
    return Object.fromEntries(
      [...names].map((name) => {
        const all = pairs.flatMap(([each, value]) => (each === name && typeof value === 'string' ? [value] : []));
        return [name, all.length === 1 ? all[0] : all];
      }),
    );
  };
  const read = async () => take(await ask({ form: readForm() }, false));
  const typed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void read(), delay);
  };
  const press = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(timer.current);
    const { submitter } = event.nativeEvent as SubmitEvent;
    take(await ask({ form: readForm(submitter) }, true));
  };

  const json = JSON.stringify(values);
  // An undo also changes the values of the controls.
  useEffect(() => {
    if (shown.current === json) return;
    shown.current = json;
    void ask({ form: null }, true);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <form ref={form} className="page-builder__fields" onInput={typed} onChange={typed} onSubmit={press} noValidate>
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      <div ref={place} className="form-grid" data-block-fields={id} />
    </form>
  );
}
