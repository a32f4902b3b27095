import { type FieldOf, limitFiles } from '#features/form-definitions/index.ts';
import { FileDrop } from '#ui/controls.tsx';
import { type FileFieldTexts, fileTextsAttribute } from '../contract.ts';
import { formMarkupTexts as texts } from '../texts.ts';
import { ControlWrap, type FieldProps, getControlAttributes } from './control-wrap.tsx';
import type { FieldContext } from './field-context.ts';

type FileFieldDefinition = FieldOf<'file'>;

/**
 * Renders a plain input, which the script makes a place to drop files on. A page after a post names the files to
 * choose again, because browsers don't show them.
 */
export function FileField({ field, context }: FieldProps<FileFieldDefinition>) {
  const { t, state, fileLimits } = context;
  const { name, accept, capture } = field;
  const { maxFiles } = limitFiles(field, fileLimits);
  const missing = state.files?.get(name) ?? [];
  const scriptTexts: FileFieldTexts = {
    ...{ remove: t(texts.file_remove), removed: t(texts.file_removed), added: t(texts.file_added) },
    again: t(texts.file_again, { names: '{names}' }),
  };
  return (
    <ControlWrap field={field} context={context} hint={describeFiles(field, context)}>
      <FileDrop
        choose={t(texts.file_choose, { count: maxFiles })}
        drop={t(texts.file_drop, { count: maxFiles })}
        {...{ [fileTextsAttribute]: JSON.stringify(scriptTexts) }}
      >
        <input
          type="file"
          {...getControlAttributes({ field, context }, ['file'], 'input')}
          name={maxFiles > 1 ? `${name}[]` : name}
          accept={accept.join(',') || undefined}
          capture={capture}
          multiple={maxFiles > 1 || undefined}
        />
      </FileDrop>
      <span className="file-drop__missing field__hint" hidden={missing.length === 0}>
        {missing.length > 0 && t(texts.file_again, { names: missing.join(', ') })}
      </span>
    </ControlWrap>
  );
}

const toMegabytes = (bytes: number) => Math.max(Math.round(bytes / 1e5) / 10, 0.1);

function describeFiles(field: FileFieldDefinition, { t, fileLimits }: FieldContext): string {
  const { hint, accept } = field;
  const { maxFiles, maxBytes, maxFileBytes } = limitFiles(field, fileLimits);
  const groups = { 'image/*': texts.file_images, 'video/*': texts.file_videos, 'audio/*': texts.file_sounds } as const;
  const types = accept.map((type) => {
    const group = Object.hasOwn(groups, type) ? groups[type as keyof typeof groups] : null;
    return group ? t(group) : type.replace(/^(?:\.|.*\/)/, '').toUpperCase();
  });
  const rule = t(texts.file_rule, {
    ...{ types: types.join(', '), hasTypes: types.length > 0 ? 'yes' : 'no', count: maxFiles },
    ...{ max: toMegabytes(maxBytes) },
    ...{ maxEach: toMegabytes(maxFileBytes), hasMaxEach: maxFileBytes < maxBytes ? 'yes' : 'no' },
  });
  const sentence = rule.charAt(0).toUpperCase() + rule.slice(1);
  return hint === undefined ? sentence : `${hint} ${sentence}`;
}
