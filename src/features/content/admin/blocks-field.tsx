import { z } from 'zod';
import type { FieldKind, FieldOf, FormProblem } from '#platform/forms/field.ts';
import { readAll, readForm, readSingleLine, storeFiles, updateForm } from '#platform/forms/read-form.ts';
import { listShownRecords, toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Block } from '../blocks/block.ts';
import { getBlockTypes } from '../blocks/block-types.ts';
import { checkTree, listBlocks, maxBlocks, maxLevels, readValues, type TreeResult } from '../blocks/tree.ts';
import { type BlocksOptions, blocksButton, formatBlock, nameBlock, openPrefix } from './block-names.ts';
import { BlocksEditor } from './blocks-editor.tsx';
import { Differences, findBlockDifferences } from './compare.tsx';
import {
  addBlock,
  createBlock,
  type Edit,
  edits,
  editTree,
  findBlock,
  readPieces,
  setValues,
  sortValues,
  toPieces,
} from './edit-tree.ts';
import { contentTexts as texts } from './texts.ts';

function findOpenBlock(form: FormBody, name: string, { shop }: BlocksOptions) {
  const blocks = readPieces(readAll(form, name));
  const block = blocks && findBlock(blocks, readSingleLine(form, `${name}.open`));
  const definition = block && getBlockTypes(shop).get(block.type);
  return { blocks, block, definition: definition ?? null };
}

/** Returns the tree with the values that were typed into the open block. */
function readTyped(form: FormBody, name: string, field: BlocksOptions) {
  const { shop } = field;
  const { blocks, block, definition } = findOpenBlock(form, name, field);
  if (!blocks || !block || !definition) return { blocks, problems: [] };
  const read = readForm({ t: shop.t, form }, definition.fields(shop), openPrefix(name));
  return { blocks: setValues(blocks, block.id, read.value as Block['values']), problems: read.problems };
}

function describeProblem(field: BlocksOptions, blocks: readonly Block[], problem: TreeResult): string {
  const { t } = field.shop;
  if (problem.ok) return '';
  const { code, blockId = '', message = t(texts.blockInvalid) } = problem;
  const found = findBlock(blocks, blockId);
  const block = found ? nameBlock(field, found) : blockId;
  return t(texts[code], { max: code === 'TOO_MANY_LEVELS' ? maxLevels : maxBlocks, block, message });
}

/**
 * Applies a button of the outline. Returns null when another button was pressed, or when the values of the open block
 * have errors.
 */
function pressButton(form: FormBody, name: string, field: BlocksOptions): FormBody | null {
  const pressed = readSingleLine(form, blocksButton);
  if (!pressed.startsWith(`${name}.`)) return null;
  const [action = '', id = ''] = pressed.slice(name.length + 1).split('.');
  const { blocks, problems } = readTyped(form, name, field);
  if (!blocks || (problems.length > 0 && action !== 'delete')) return null;
  const types = getBlockTypes(field.shop);
  const show = (changed: readonly Block[], open: string) => showTree(form, name, field, changed, open);
  if (action === 'open') return show(blocks, id);
  if (action === 'close') return show(blocks, '');
  if (action === 'add') {
    const definition = types.get(readSingleLine(form, `${name}.new`));
    if (!definition) return show(blocks, id);
    const block = createBlock(definition, types);
    const [, , where] = pressed.slice(name.length + 1).split('.');
    const at = id === '' ? null : where === 'inside' ? { inside: id } : { after: id };
    const added = addBlock(types, blocks, block, at, field.root);
    return added ? show(added, block.id) : show(blocks, id);
  }
  if (!isEdit(action)) return null;
  return show(editTree(types, blocks, id, action, field.root) ?? blocks, action === 'delete' ? '' : id);
}

const isEdit = (action: string): action is Edit => edits.some((edit) => edit === action);

/** Returns the form with a tree and the fields of one of its blocks. */
function showTree(
  form: FormBody,
  name: string,
  { shop }: BlocksOptions,
  blocks: readonly Block[],
  open: string,
): FormBody {
  const kept = Object.entries(form).filter(([key]) => key !== name && !key.startsWith(`${name}.`));
  const block = findBlock(blocks, open);
  const definition = block && getBlockTypes(shop).get(block.type);
  const values = block && definition ? readValues(shop, definition, block) : null;
  const shown = values && definition ? toForm(values, definition.fields(shop), openPrefix(name)) : {};
  return Object.assign(Object.fromEntries(kept), shown, {
    [name]: toPieces(blocks),
    [`${name}.open`]: block ? open : '',
  });
}

const blocksKind: FieldKind<readonly Block[], BlocksOptions> = {
  name: 'blocks',
  read(input, name, field) {
    const { blocks, problems } = readTyped(input.form, name, field);
    const refuse = (message: string): FormProblem => ({ field: name, message });
    if (!blocks) return { value: [], problems: [refuse(field.shop.t(texts.TREE_INVALID))] };
    const value = blocks.map(sortValues);
    if (problems.length > 0) return { value, problems };
    const checked = checkTree(field.shop, value, field.root);
    return { value, problems: checked.ok ? [] : [refuse(describeProblem(field, value, checked))] };
  },
  compare: (before, after, field) => (
    <Differences shop={field.shop} differences={findBlockDifferences(field.shop, before, after)} />
  ),
  render: (props) => <BlocksEditor {...props} {...findOpenBlock(props.state.form, props.name, props.field)} />,
  toText: (value, field, context) =>
    listBlocks(value)
      .map(
        (block) =>
          `${field.shop.t(getBlockTypes(field.shop).get(block.type)?.text ?? texts.entryOne)} (${formatBlock(field, block, context)})`,
      )
      .join('; '),
  // `read` validates trees level by level.
  json: () => z.array(z.record(z.string(), z.unknown())) as unknown as z.ZodType<readonly Block[]>,
  toForm: (value, name) => ({ [name]: toPieces(value) }),
  update(form, name, field) {
    const pressed = pressButton(form, name, field);
    if (pressed) return pressed;
    const { definition } = findOpenBlock(form, name, field);
    return definition ? updateForm(form, definition.fields(field.shop), openPrefix(name)) : null;
  },
  listShownRecords(form, name, field) {
    const { definition } = findOpenBlock(form, name, field);
    return definition ? listShownRecords(form, definition.fields(field.shop), openPrefix(name)) : [];
  },
  async storeFiles(context, input, name, field) {
    const { definition } = findOpenBlock(input.form, name, field);
    return definition ? storeFiles(context, input, definition.fields(field.shop), openPrefix(name)) : input.form;
  },
};

/** Field with the tree of an entry: an outline, and the fields of one block. */
export const blocks = (options: BlocksOptions): FieldOf<readonly Block[], BlocksOptions> => ({
  ...options,
  kind: blocksKind,
});
