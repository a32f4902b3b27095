import { type ReactNode, useContext } from 'react';
import type { FileLimits, FormBlock, ContactForm as FormDefinition } from '#features/form-definitions/index.ts';
import {
  getCheckResponseName,
  getContent,
  getHoneypotName,
  getPageMarkName,
  hasQuiz,
  listFields,
} from '#features/form-definitions/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import { RequiredNote } from '#platform/forms/form-fields.tsx';
import type { Translate } from '#platform/texts/texts.ts';
import { InsideForm } from '#ui/inside-form.ts';
import { formAnswerClass } from '../contract.ts';
import { formMarkupTexts } from '../texts.ts';
import { formatListedError } from './describe-field.shared.ts';
import { type FieldContext, getControlId, getErrorId, joinClasses } from './field-context.ts';
import { Blocks } from './layout.tsx';
import type { FormPlacement, FormPrefill, FormState } from './placement.ts';
import { formatUnitTag } from './placement.ts';

export interface ContactFormProps {
  readonly form: FormDefinition;
  readonly placement: FormPlacement;
  /** Default: an untouched form, as on cached pages. */
  readonly state?: FormState | undefined;
  readonly prefill?: FormPrefill | undefined;
  readonly hidden?: Readonly<Record<string, string>> | undefined;
  readonly className?: string | undefined;
  readonly intro?: ReactNode;
  readonly names: Pick<WireNames, 'formPrefix' | 'captcha'>;
  readonly version: string;
  /** Path of the post without script. The unit tag is added. */
  readonly action: string;
  /** `2026-01-31` in the shop's time zone. */
  readonly today: string;
  /** Limits of the shop. Default: none. */
  readonly fileLimits?: FileLimits | undefined;
  readonly t: Translate;
  /** Whether the form has an empty field for the answer of a check for robots. */
  readonly hasBotCheck?: boolean | undefined;
}

const untouched: FormState = { status: 'init', message: '', errors: new Map() };

/**
 * A contact form with the markup that scripts and styles of the plugin expect. Inside of another form a text
 * is shown instead.
 */
export function ContactForm(props: ContactFormProps) {
  const { form, placement, state = untouched, prefill = {}, names, action, today, fileLimits, className, t } = props;
  if (useContext(InsideForm)) return <p role="alert">{t(formMarkupTexts.wrong_place)}</p>;
  const prefix = names.formPrefix;
  const unitTag = formatUnitTag(prefix, placement);
  const fields = listFields(form.layout);
  const context: FieldContext = {
    ...{ prefix, unitTag, placement, state, prefill, today, fileLimits, t },
    ...{ labelledIds: findLabelledIds(form.layout), isInLabel: false, hasQuiz: hasQuiz(fields) },
  };
  const content = (
    <InsideForm value={true}>
      <Blocks
        blocks={form.layout}
        context={{ ...context, fields: new Map(fields.map((field) => [field.name, field])) }}
      />
    </InsideForm>
  );
  // Labels of a layout have marks of their own, or none.
  const hasMarks = fields.some((field) => 'required' in field && field.required && field.label !== undefined);
  const { acceptanceAsValidation, inertOn } = form.settings;
  const inertClasses = inertOn.map((status) => `inert-on-${status}`);
  return (
    <div
      className={`${prefix} no-js contact-form`}
      id={unitTag}
      // Browsers move the focus here: the address of the answer names it.
      tabIndex={state.message === '' ? undefined : -1}
      lang={form.locale.replaceAll('_', '-')}
      {...{ [`data-${prefix}-id`]: form.id }}
    >
      <ErrorList form={form} context={context} />
      <form
        className={joinClasses(
          `${prefix}-form`,
          className,
          state.status,
          acceptanceAsValidation && `${prefix}-acceptance-as-validation`,
        )}
        action={`${action}#${unitTag}`}
        method="post"
        encType="multipart/form-data"
        noValidate
        aria-label={form.title || t(formMarkupTexts.form_name)}
        data-status={state.status}
      >
        <HiddenInputs {...props} unitTag={unitTag} />
        {props.intro}
        {hasMarks && <RequiredNote t={t} />}
        {inertClasses.length > 0 ? <div className={inertClasses.join(' ')}>{content}</div> : content}
        <div className={`${prefix}-response-output contact-form__response`} aria-hidden="true">
          {state.message}
        </div>
      </form>
    </div>
  );
}

/** Pages are cached, so that these hold neither hash nor token. */
function HiddenInputs({
  form,
  placement,
  names,
  version,
  unitTag,
  hasBotCheck,
  hidden,
  state,
}: ContactFormProps & { unitTag: string }) {
  const prefix = names.formPrefix;
  const values = {
    ...hidden,
    [`_${prefix}`]: form.id,
    [`_${prefix}_version`]: version,
    [`_${prefix}_locale`]: form.locale,
    [`_${prefix}_unit_tag`]: unitTag,
    [`_${prefix}_container_post`]: placement.pageId ?? 0,
    [`_${prefix}_posted_data_hash`]: '',
    ...(state && { [getPageMarkName(prefix)]: '1' }),
    ...(hasBotCheck && { [getCheckResponseName(prefix, names.captcha)]: '' }),
  };
  return (
    <div className="hidden-fields-container" hidden>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      <input type="text" name={getHoneypotName(prefix)} tabIndex={-1} autoComplete="off" />
    </div>
  );
}

/** Lists message and errors for screen readers. A page that answers a post shows the list to everybody. */
function ErrorList({ form, context }: { readonly form: FormDefinition; readonly context: FieldContext }) {
  const { state } = context;
  const wrong = listFields(form.layout).flatMap((field) => {
    const error = field.kind === 'captcha-image' ? undefined : state.errors.get(field.name);
    return error === undefined ? [] : [{ field, error }];
  });
  return (
    <div className={joinClasses('screen-reader-response visually-hidden', state.message !== '' && formAnswerClass)}>
      <p role="status" aria-live="polite" aria-atomic="true">
        {state.message}
      </p>
      <ul>
        {wrong.map(({ field, error }) => (
          <li key={field.name} id={getErrorId(context, field.name)}>
            <a href={`#${getControlId(context, field)}`}>{formatListedError(field, error)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function findLabelledIds(layout: readonly FormBlock[]): Set<string> {
  const ids = new Set<string>();
  const visit = (block: FormBlock) => {
    if (block.kind === 'element' && block.name === 'label' && block.attributes?.for) ids.add(block.attributes.for);
    for (const inner of getContent(block)) visit(inner);
  };
  for (const block of layout) visit(block);
  return ids;
}
