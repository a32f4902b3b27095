import type { FieldProps } from '#platform/forms/field.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { Field, FieldError, FieldHint, getControlProps } from '#ui/field.tsx';
import type { Block, BlockDefinition } from '../blocks/block.ts';
import { getBlockTypes } from '../blocks/block-types.ts';
import { groupType } from '../blocks/tree.ts';
import { type BlocksOptions, blocksButton, nameBlock, openPrefix } from './block-names.ts';
import { edits, editTree, findOnlyType } from './edit-tree.ts';
import { contentTexts as texts } from './texts.ts';

interface BlocksEditorProps extends FieldProps<BlocksOptions> {
  readonly blocks: readonly Block[] | null;
  /** The open block, whose fields are shown. */
  readonly block: Block | null;
  readonly definition: BlockDefinition | null;
}

/**
 * The outline of a page and the fields of one of its blocks. Each button submits the form, so everything works by
 * keyboard and without scripts.
 */
export function BlocksEditor(props: BlocksEditorProps) {
  const { field, name, state, blocks, block, children } = props;
  const { id = name, label, hint } = field;
  const error = findFieldError(state.problems, name);
  return (
    <fieldset
      className="choices blocks"
      id={id}
      aria-describedby={getControlProps(id, { hint, error })['aria-describedby']}
    >
      <legend className="visually-hidden">{label}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      {readAll(state.form, name).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
        <input type="hidden" key={index} name={name} value={piece} />
      ))}
      <input type="hidden" name={`${name}.open`} value={readSingleLine(state.form, `${name}.open`)} />
      <div className="blocks__columns">
        <div className="blocks__outline">
          {blocks && blocks.length > 0 ? <Outline {...props} list={blocks} /> : <p>{state.t(texts.noBlocks)}</p>}
          <AddBlock {...props} />
        </div>
        {block && <OpenBlock {...props} />}
      </div>
      {children}
    </fieldset>
  );
}

function Outline(props: BlocksEditorProps & { readonly list: readonly Block[] }) {
  const { list, field, name, block } = props;
  return (
    <ol className="blocks__list">
      {list.map((each) => (
        <li key={each.id}>
          <button
            type="submit"
            className="blocks__row"
            id={`${name}-row-${each.id}`}
            name={blocksButton}
            value={`${name}.open.${each.id}`}
            aria-current={each.id === block?.id ? 'true' : undefined}
            data-shows={`${name}-opened`}
            formNoValidate
          >
            {nameBlock(field, each)}
          </button>
          {each.children && <Outline {...props} list={each.children} />}
        </li>
      ))}
    </ol>
  );
}

interface EditButtonProps {
  readonly name: string;
  readonly action: string;
  readonly text: string;
  readonly isOff?: boolean;
  /**
   * Id of the element that gets the focus afterwards. Default: the button, or the open block when the button is then
   * disabled.
   */
  readonly shows?: string;
}

function EditButton({ name, action, text, isOff = false, shows }: EditButtonProps) {
  return (
    <Button
      look="quiet"
      id={`${name}-${action.replaceAll('.', '-')}`}
      name={blocksButton}
      value={`${name}.${action}`}
      disabled={isOff}
      data-shows={shows}
      data-or-else={`${name}-opened`}
      formNoValidate
    >
      {text}
    </Button>
  );
}

/** Chooses a block type to add. The preselected type may stand next to the open block, or in it. */
function AddBlock({ field: { shop, root = 'blocks' }, name, block, definition }: BlocksEditorProps) {
  const { t } = shop;
  const types = getBlockTypes(shop);
  const isOfMenu = ({ stands = 'page' }: BlockDefinition) => stands !== 'page';
  const offered = [...types.values()].filter((type) => (root === 'menu' ? type.stands !== 'page' : !isOfMenu(type)));
  const sorted = offered.toSorted((a, b) => Number(isOfMenu(b)) - Number(isOfMenu(a)));
  const options = sorted.map((type) => ({ value: type.name, label: t(type.text) }));
  const shown = { shows: `${name}-opened` };
  const isInGroup = block?.type === groupType || definition?.stands === 'menu-column';
  const first = findOnlyType(definition?.takes, types)?.name ?? (isInGroup ? block?.type : options[0]?.value);
  return (
    <div className="blocks__add">
      <Field id={`${name}.new`} label={t(texts.newBlock)}>
        {(control) => (
          <Select {...control} name={`${name}.new`} defaultValue={first} options={options} data-no-value="" />
        )}
      </Field>
      {block && <EditButton name={name} action={`add.${block.id}.after`} text={t(texts.addAfter)} {...shown} />}
      {block && definition?.takes && (
        <EditButton name={name} action={`add.${block.id}.inside`} text={t(texts.addInside)} {...shown} />
      )}
      <EditButton name={name} action="add" text={t(texts.addEnd)} {...shown} />
    </div>
  );
}

function OpenBlock({ field, name, state, blocks, block, definition }: BlocksEditorProps) {
  const { shop } = field;
  const { t } = shop;
  if (!block || !blocks) return null;
  const types = getBlockTypes(shop);
  const fields = definition?.fields(shop) ?? {};
  return (
    <fieldset className="blocks__open" id={`${name}-opened`} tabIndex={-1}>
      <legend className="blocks__title">{t(texts.edited, { block: nameBlock(field, block) })}</legend>
      <div className="blocks__tools">
        {edits.map((edit) => (
          <EditButton
            key={edit}
            name={name}
            action={`${edit}.${block.id}`}
            text={t(texts[edit])}
            isOff={editTree(types, blocks, block.id, edit, field.root) === null}
            {...(edit === 'delete' ? { shows: `${name}.new` } : {})}
          />
        ))}
      </div>
      {!definition && <p>{t(texts.unknownHint)}</p>}
      {definition && Object.keys(fields).length === 0 && <p>{t(texts.noFields)}</p>}
      <div className="form-grid">
        <FormFields fields={fields} state={state} prefix={openPrefix(name)} />
      </div>
      <EditButton name={name} action={`close.${block.id}`} text={t(texts.close)} shows={`${name}-row-${block.id}`} />
    </fieldset>
  );
}
