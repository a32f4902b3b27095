import type { FieldProps, FormState, ShownOption } from '#platform/forms/field.ts';
import { findFieldError } from '#platform/forms/field.ts';
import { searchButton } from '#platform/forms/kinds/records.tsx';
import { readAll, readSingleLine } from '#platform/forms/read-form.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Button } from '#ui/button.tsx';
import { FileDrop, FileInput, TextInput } from '#ui/controls.tsx';
import { Field, FieldError, FieldHint, getControlProps } from '#ui/field.tsx';
import { maxPictureBytes, mediaButton } from '../contract.ts';
import { mediaTexts as texts } from '../texts.ts';
import { writeUploadTexts } from '../upload-texts.ts';
import type { MediaOptions } from './media-options.ts';

type MediaFieldProps = FieldProps<MediaOptions>;

export function MediaField({ field, name, state, children }: MediaFieldProps) {
  const { t, form, problems, records } = state;
  const { id = name, label, hint, required } = field;
  const error = findFieldError(problems, name);
  const { chosen: loaded = [], found = null } = records?.get(name) ?? {};
  const chosen = readAll(form, name).flatMap((text) => loaded.find((each) => String(each.id) === text) ?? []);
  const others = found?.filter((option) => !chosen.some((each) => each.id === option.id)) ?? null;
  const size = maxPictureBytes / 1_000_000;
  return (
    <Behaviour of="media-library/admin/media-field">
      <fieldset
        className="media-field"
        id={id}
        aria-describedby={getControlProps(id, { hint, error })['aria-describedby']}
        data-media-field={name}
        data-rest={field.rest}
        data-texts={writeUploadTexts(t)}
      >
        <legend>
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </legend>
        <FieldHint id={id} hint={hint} />
        <FieldError id={id} error={error} />
        <Chosen {...{ name, chosen, label, state }} renderDetails={field.renderDetails} />
        <Field id={`${id}.files`} label={t(texts.add)} hint={t(texts.addHint, { size })}>
          {(control) => (
            <FileDrop choose={t(texts.add)} drop={t(texts.drop)}>
              <FileInput {...control} name={`${name}.files`} multiple accept="image/*" data-media-files="" />
            </FileDrop>
          )}
        </Field>
        <ul className="media-field__progress" data-media-progress="" />
        <button type="submit" hidden name={mediaButton} value={`${name}.show`} formNoValidate data-media-show="" />
        <div className="picker">
          <Field id={`${id}.search`} label={t(texts.search)} hint={t(texts.searchHint)}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name={`${name}.search`}
                defaultValue={readSingleLine(form, `${name}.search`)}
                maxLength={200}
              />
            )}
          </Field>
          <Button look="quiet" name={searchButton} value={name} formNoValidate>
            {t(texts.searchButton)}
          </Button>
        </div>
        {found && <input type="hidden" name={`${name}.searched`} value={readSingleLine(form, `${name}.search`)} />}
        {others && <Found {...{ id, name, others, t }} />}
        {children}
      </fieldset>
    </Behaviour>
  );
}

interface ChosenProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: readonly ShownOption[];
  readonly state: FormState;
  readonly renderDetails: MediaOptions['renderDetails'];
}

function Chosen({ name, chosen, label, state, renderDetails }: ChosenProps) {
  const { t } = state;
  if (chosen.length === 0) return <p className="media-field__none">{t(texts.nothingChosen)}</p>;
  const button = (action: string, { id, label: own }: ShownOption, symbol: string, isOff: boolean) => (
    <button
      type="submit"
      className="media-field__button"
      name={mediaButton}
      value={`${name}.${action}.${id}`}
      aria-label={t(action === 'up' ? texts.moveUp : action === 'down' ? texts.moveDown : texts.remove, { name: own })}
      disabled={isOff}
      formNoValidate
    >
      {symbol}
    </button>
  );
  return (
    <ol className="media-field__chosen" aria-label={t(texts.chosen, { label })} data-media-chosen="">
      {chosen.map((option, index) => (
        <li key={option.id} className="media-field__item" data-media-item={option.id}>
          <input type="hidden" name={name} value={option.id} />
          <img src={option.image} alt="" width="96" height="96" loading="lazy" draggable={false} />
          {option.path === undefined ? (
            <span className="media-field__name">{option.label}</span>
          ) : (
            <a className="media-field__name" href={option.path} title={t(texts.openRecord)}>
              {option.label}
            </a>
          )}
          {renderDetails?.({ name, picture: option, index, state })}
          <span className="media-field__buttons">
            {chosen.length > 1 && button('up', option, '←', index === 0)}
            {chosen.length > 1 && button('down', option, '→', index === chosen.length - 1)}
            {button('remove', option, '×', false)}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface FoundProps {
  readonly id: string;
  readonly name: string;
  readonly others: readonly ShownOption[];
  readonly t: MediaFieldProps['state']['t'];
}

function Found({ id, name, others, t }: FoundProps) {
  if (others.length === 0) return <p role="status">{t(texts.nothingFound)}</p>;
  return (
    <fieldset className="media-field__found">
      <legend>{t(texts.found)}</legend>
      <div className="media-field__options">
        {others.map((option) => (
          <label key={option.id} className="media-field__option" htmlFor={`${id}-${option.id}`}>
            <input type="checkbox" id={`${id}-${option.id}`} name={name} value={option.id} />
            <img src={option.image} alt="" width="96" height="96" loading="lazy" />
            <span className="media-field__name">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
