import { createElement, Fragment, type ReactNode } from 'react';
import type { ContactField, FormBlock, NamedField } from '#features/form-definitions/index.ts';
import {
  defaultMaxLength,
  getCharacterCount,
  getContent,
  isField,
  isLayoutBlock,
} from '#features/form-definitions/index.ts';
import { formMarkupTexts } from '../texts.ts';
import { CaptchaImage, CaptchaInput, QuizField } from './challenge-fields.tsx';
import { AcceptanceField, BoxesField, isBoxField, SelectField } from './choice-fields.tsx';
import { WithLabel } from './control-wrap.tsx';
import { type FieldContext, getElementId, getShownText, joinClasses } from './field-context.ts';
import { FileField } from './file-field.tsx';
import { BoundFieldInput, HiddenField, TextareaField, TextFieldInput } from './text-fields.tsx';

interface BlocksContext extends FieldContext {
  readonly fields: ReadonlyMap<string, NamedField>;
}

export interface BlocksProps {
  readonly blocks: readonly FormBlock[];
  readonly context: BlocksContext;
}

export function Blocks({ blocks, context }: BlocksProps) {
  // Blocks have no keys, so they are children instead of a list.
  return createElement(Fragment, null, ...blocks.map((block) => renderBlock(block, context)));
}

function renderBlock(block: FormBlock, context: BlocksContext): ReactNode {
  if (!isLayoutBlock(block)) return <FieldBlock field={block} context={context} />;
  if (block.kind === 'plain') return <PlainText text={block.text} context={context} />;
  if (block.kind === 'count') return <Counter block={block} context={context} />;
  if (block.kind === 'element') return <ElementBlock block={block} context={context} />;
  if (block.kind === 'group') return <GroupBlock block={block} context={context} />;
  if (block.kind === 'step') {
    return (
      <fieldset className="contact-form__step" data-step>
        <legend>{block.title}</legend>
        <Blocks blocks={block.content} context={context} />
      </fieldset>
    );
  }
  const columns = block.columns.map((column, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
    <div className="contact-form__column" key={index}>
      <Blocks blocks={column} context={context} />
    </div>
  ));
  return <div className="contact-form__columns">{columns}</div>;
}

/** A tag that places a form is not allowed in a form. */
const formTagPattern = /\[contact-form[\w-]*(?:\s[^\]]*)?\]/;

function PlainText({ text, context: { t } }: { readonly text: string; readonly context: FieldContext }) {
  const [first = '', ...others] = text.split(formTagPattern);
  if (others.length === 0) return text;
  const error = <strong role="alert">{t(formMarkupTexts.wrong_place)}</strong>;
  return createElement(Fragment, null, first, ...others.flatMap((part) => [error, part]));
}

type BlockProps<Kind extends FormBlock['kind']> = {
  readonly block: Extract<FormBlock, { kind: Kind }>;
  readonly context: BlocksContext;
};

function ElementBlock({ block, context }: BlockProps<'element'>) {
  const { name, attributes = {}, content } = block;
  const isLabel = name === 'label';
  // Boxes have labels of their own, and a label can't be inside of another.
  const isGroupLabel = isLabel && (context.isInLabel || content.some(hasBoxes));
  const id = attributes.id && getElementId(context, attributes.id);
  const htmlFor = isLabel && !isGroupLabel && attributes.for ? getElementId(context, attributes.for) : undefined;
  const { class: className, href, title } = attributes;
  const properties = { id, className, title, ...(name === 'a' && { href }), ...(htmlFor && { htmlFor }) };
  if (name === 'br' || name === 'hr') return createElement(name, properties);
  const inner = (
    <Blocks blocks={content} context={isLabel && !isGroupLabel ? { ...context, isInLabel: true } : context} />
  );
  return createElement(isGroupLabel ? 'span' : name, properties, inner);
}

const hasBoxes = (block: FormBlock): boolean =>
  isField(block) ? isBoxField(block.kind) : getContent(block).some(hasBoxes);

/** The script reads the conditions. Without script everything is shown. */
function GroupBlock({ block, context }: BlockProps<'group'>) {
  const { id, class: className, legend, showWhen, content } = block;
  const properties = {
    id: id && getElementId(context, id),
    className: joinClasses('contact-form__group', className),
    ...(showWhen && { 'data-show-when': JSON.stringify(showWhen) }),
  };
  const inner = <Blocks blocks={content} context={context} />;
  return legend === undefined
    ? createElement('div', properties, inner)
    : createElement('fieldset', properties, <legend>{legend}</legend>, inner);
}

/** Counts the characters that were typed, or are left, in another field. */
function Counter({ block, context }: BlockProps<'count'>) {
  const { prefix, fields } = context;
  const field = fields.get(block.field);
  if (field === undefined || !('maxlength' in field || field.kind === 'text' || field.kind === 'textarea')) return null;
  const standard = field.kind === 'textarea' ? defaultMaxLength.textarea : defaultMaxLength.line;
  const maximum = field.maxlength ?? standard;
  const minimum = 'minlength' in field ? field.minlength : undefined;
  const text = 'defaultValue' in field ? getShownText(context, field) : '';
  const starting = block.direction === 'down' ? maximum : 0;
  const { current } = getCharacterCount(text, { direction: block.direction, starting, maximum, minimum });
  return (
    <span
      className={joinClasses(`${prefix}-character-count`, block.direction, 'field__note', block.class)}
      data-target-name={block.field}
      data-starting-value={starting}
      data-current-value={current}
      data-maximum-value={maximum}
      data-minimum-value={minimum}
    >
      {current}
    </span>
  );
}

function FieldBlock({ field, context }: { readonly field: ContactField; readonly context: BlocksContext }) {
  if (field.kind === 'submit') {
    return (
      <input
        type="submit"
        id={field.id && getElementId(context, field.id)}
        className={joinClasses(
          `${context.prefix}-form-control ${context.prefix}-submit has-spinner button`,
          field.class,
        )}
        value={field.label}
      />
    );
  }
  return (
    <WithLabel field={field} context={context}>
      {renderField(field, context)}
    </WithLabel>
  );
}

function renderField(field: NamedField, context: FieldContext): ReactNode {
  switch (field.kind) {
    case 'textarea':
      return <TextareaField field={field} context={context} />;
    case 'number':
    case 'range':
    case 'date':
    case 'time':
      return <BoundFieldInput field={field} context={context} />;
    case 'select':
      return <SelectField field={field} context={context} />;
    case 'radio':
    case 'checkbox':
      return <BoxesField field={field} context={context} />;
    case 'acceptance':
      return <AcceptanceField field={field} context={context} />;
    case 'file':
      return <FileField field={field} context={context} />;
    case 'quiz':
      return <QuizField field={field} context={context} />;
    case 'captcha-image':
      return <CaptchaImage field={field} context={context} />;
    case 'captcha':
      return <CaptchaInput field={field} context={context} />;
    case 'hidden':
      return <HiddenField field={field} context={context} />;
    default:
      return <TextFieldInput field={field} context={context} />;
  }
}
