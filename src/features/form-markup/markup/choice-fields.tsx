import type { FieldOf } from '#features/form-definitions/index.ts';
import { getFreeTextName } from '#features/form-definitions/index.ts';
import { SelectFrame } from '#ui/controls.tsx';
import { formMarkupTexts } from '../texts.ts';
import { ControlWrap, type FieldProps, getControlAttributes } from './control-wrap.tsx';
import { describeField } from './describe-field.shared.ts';
import { joinClasses, listShownChoices } from './field-context.ts';

type BoxField = FieldOf<'radio' | 'checkbox'>;

export function SelectField({ field, context }: FieldProps<FieldOf<'select'>>) {
  const { name, options, isMultiple, includeBlank, firstAsLabel } = field;
  const chosen = listShownChoices(context, field);
  const shown = options.map(({ value, label = value }, index) => ({
    ...{ label, value: firstAsLabel && index === 0 ? '' : value },
  }));
  const blank = { value: '', label: `— ${context.t(formMarkupTexts.blank_option)} —` };
  const control = (
    <select
      {...getControlAttributes({ field, context }, ['select'], 'input')}
      name={isMultiple ? `${name}[]` : name}
      multiple={isMultiple || undefined}
      defaultValue={isMultiple ? [...chosen] : chosen[0]}
    >
      {[...(includeBlank ? [blank] : []), ...shown].map(({ value, label }) => (
        <option key={`${value} ${label}`} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  return (
    <ControlWrap field={field} context={context}>
      {isMultiple ? control : <SelectFrame>{control}</SelectFrame>}
    </ControlWrap>
  );
}

export function BoxesField({ field, context }: FieldProps<BoxField>) {
  const { kind, options, required } = field;
  const { prefix, t } = context;
  const isExclusive = kind === 'checkbox' && field.isExclusive;
  const kinds = [kind, ...(isExclusive ? ['exclusive-checkbox'] : [])];
  const attributes = getControlAttributes({ field, context }, kinds, 'contact-form__choices');
  const label = describeField(field);
  // Only a group of radio buttons can have the attribute; the name of other groups says that it is required.
  const group =
    kind === 'radio'
      ? { role: 'radiogroup', 'aria-label': label }
      : {
          ...{ role: 'group', 'aria-required': undefined },
          'aria-label': required ? t(formMarkupTexts.required_group, { label }) : label,
        };
  return (
    <ControlWrap field={field} context={context}>
      <span {...attributes} {...group}>
        {options.map(({ value }, index) => (
          <span
            key={value}
            className={joinClasses(
              `${prefix}-list-item choice`,
              index === 0 && 'first',
              index === options.length - 1 && 'last',
              hasFreeText(field, index) && 'has-free-text',
            )}
          >
            <Box field={field} context={context} index={index} />
            {hasFreeText(field, index) && <FreeText field={field} context={context} index={index} />}
          </span>
        ))}
      </span>
    </ControlWrap>
  );
}

const hasFreeText = ({ hasFreeText: isOn, options }: BoxField, index: number) => isOn && index === options.length - 1;

function Box({ field, context, index }: FieldProps<BoxField> & { readonly index: number }) {
  const { kind, name, options, labelFirst } = field;
  const { value = '', label = value } = options[index] ?? {};
  const isList = kind === 'checkbox' && !field.isExclusive;
  const text = <span className={`${context.prefix}-list-item-label choice__label`}>{label}</span>;
  return (
    <label className="choice__main">
      {labelFirst && text}
      <input
        type={kind}
        className="choice__input"
        name={isList ? `${name}[]` : name}
        value={value}
        defaultChecked={listShownChoices(context, field).includes(value)}
      />
      {!labelFirst && text}
    </label>
  );
}

/** Without script it can be typed at any time; with script only while its option is checked. */
function FreeText({ field, context, index }: FieldProps<BoxField> & { readonly index: number }) {
  const { prefix, state, t } = context;
  const { value = '', label = value } = field.options[index] ?? {};
  const name = getFreeTextName(prefix, field.name);
  return (
    <input
      type="text"
      className={`${prefix}-free-text input`}
      name={name}
      maxLength={400}
      aria-label={t(formMarkupTexts.free_text, { option: label })}
      defaultValue={state.values?.get(name)?.[0] ?? ''}
    />
  );
}

export function AcceptanceField({ field, context }: FieldProps<FieldOf<'acceptance'>>) {
  const { name, content, isOptional, isInverted, isChecked } = field;
  const { prefix, state } = context;
  const { id, className, ...aria } = getControlAttributes({ field, context }, ['acceptance']);
  return (
    <ControlWrap field={field} context={context}>
      <span className={joinClasses(className, isOptional && 'optional', isInverted && 'invert')}>
        <span className={`${prefix}-list-item choice`}>
          <label className="choice__main">
            <input
              type="checkbox"
              id={id}
              className="choice__input"
              name={name}
              value="1"
              defaultChecked={state.values ? (state.values.get(name)?.length ?? 0) > 0 : isChecked}
              aria-required={(!isOptional && !isInverted) || undefined}
              aria-invalid={aria['aria-invalid']}
              aria-describedby={aria['aria-describedby']}
              data-hint={aria['data-hint']}
            />
            <span className={`${prefix}-list-item-label choice__label`}>
              <Sentence content={content} />
            </span>
          </label>
        </span>
      </span>
    </ControlWrap>
  );
}

function Sentence({ content }: Pick<FieldOf<'acceptance'>, 'content'>) {
  return content.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence never move
      <a key={index} href={href}>
        {text}
      </a>
    ),
  );
}

/** These fields have labels of their own, so none may be around them. */
export const isBoxField = (kind: string) => kind === 'radio' || kind === 'checkbox' || kind === 'acceptance';
