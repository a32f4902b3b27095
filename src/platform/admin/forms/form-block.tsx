import { randomUUID } from 'node:crypto';
import { Fragment } from 'react';
import { requestKeyField } from '#platform/admin/audit/done-requests.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormState, PickedRecords } from '#platform/forms/field.ts';
import { FormField, FormProblems } from '#platform/forms/form-fields.tsx';
import { Behaviour } from '#platform/islands/island.tsx';
import type { Actor } from '#platform/sessions/actor.ts';
import { SaveBar } from '#ui/admin/bars.tsx';
import { ConflictTable } from '#ui/admin/conflict-table.tsx';
import { FoldPanel, Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { getFormPath } from './form.ts';
import { listNamedFields, type NamedField, type OpenForm } from './form-parts.ts';
import { listChoices, type ShownConflict, type TypedState, versionField } from './merge.ts';
import type { OtherChange } from './other-changes.ts';
import { adminFormTexts as texts } from './texts.ts';

interface FormBlockProps {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly open: OpenForm;
  readonly typed: TypedState;
  readonly records: ReadonlyMap<string, PickedRecords>;
  readonly other: OtherChange | null;
  /** Whether the form shows input that was typed and not saved. */
  readonly isTyped: boolean;
}

export function FormBlock({ shop, actor, open, typed, records, other, isTyped }: FormBlockProps) {
  const { t } = shop;
  const { form, version, problems = [], conflicts = [] } = typed;
  const path = getFormPath(open.form, open.loaded.subject === null ? null : open.id);
  const state: FormState = { t, form, problems, records };
  return (
    <Behaviour of="platform/admin/forms/admin-form" key="form">
      <form
        id="admin-form"
        className="page-part"
        method="post"
        action={path}
        noValidate
        encType={open.form.files ? 'multipart/form-data' : undefined}
        data-admin-form={open.form.name}
        data-state={isTyped ? 'changed' : 'clean'}
        data-draft={`${actor.staffId ?? actor.name} ${path}`}
        data-failed={t(texts.saveFailed)}
        data-refused={t(texts.saveRefused, { reason: '{reason}' })}
      >
        {/* The Enter key presses the first button of a form, which must not be one of a field. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name={versionField} value={version} />
        <input type="hidden" name={requestKeyField} value={randomUUID()} />
        <FormProblems state={{ t, problems }} />
        {conflicts.length > 0 ? (
          <Conflicts shop={shop} conflicts={conflicts} other={other} />
        ) : (
          listChoices(form).map(([name, value]) => <input type="hidden" key={name} {...{ name, value }} />)
        )}
        <DraftOffer shop={shop} />
        <template data-elsewhere="">
          <div data-saved-elsewhere="">
            <Notice kind="warning">{t(texts.elsewhere)}</Notice>
          </div>
        </template>
        <Sections shop={shop} open={open} state={state} />
        <SaveBar
          label={t(texts.bar)}
          {...{ changed: t(texts.changed), saving: t(texts.saving), save: t(texts.save) }}
          discard={{ href: path, text: t(texts.discard) }}
          state={isTyped ? 'changed' : 'clean'}
        />
      </form>
    </Behaviour>
  );
}

interface ConflictsProps {
  readonly shop: Shop;
  readonly conflicts: readonly ShownConflict[];
  readonly other: OtherChange | null;
}

function Conflicts({ shop: { t }, conflicts, other }: ConflictsProps) {
  return (
    <Panel
      id="conflict"
      title={
        <span id="problems" tabIndex={-1}>
          {other ? t(texts.conflictTitle, other.messageValues) : t(texts.conflictTitleUnknown)}
        </span>
      }
    >
      <p role="alert">{t(texts.conflictLead)}</p>
      <ConflictTable
        mineTitle={t(texts.mine)}
        theirsTitle={other ? t(texts.theirs, other.messageValues) : t(texts.theirsUnknown)}
        getName={(name) => conflicts.find((each) => each.name === name)?.choice ?? name}
        fields={conflicts}
      />
      {conflicts.map(
        ({ name, label, comparison }) =>
          comparison && (
            <section key={name} aria-label={t(texts.comparison, { field: label })}>
              <h3>{t(texts.comparison, { field: label })}</h3>
              {comparison}
            </section>
          ),
      )}
    </Panel>
  );
}

/** The script shows this offer when the browser has a draft of the form. */
function DraftOffer({ shop: { t } }: { readonly shop: Shop }) {
  return (
    <div hidden data-draft-offer="">
      <Notice kind="info" title={t(texts.draftTitle)}>
        <p data-draft-text={t(texts.draftText, { when: '{when}' })} />
        <p>
          <Button type="button" look="quiet" data-draft-restore="">
            {t(texts.draftRestore)}
          </Button>{' '}
          <Button type="button" look="text" data-draft-drop="">
            {t(texts.draftDrop)}
          </Button>
        </p>
      </Notice>
    </div>
  );
}

interface ShownSection {
  readonly id: string;
  readonly title: string | null;
  readonly help?: string | undefined;
  readonly fields: readonly NamedField[];
  readonly isFolded?: boolean | undefined;
}

function Sections({ shop, open, state }: { readonly shop: Shop; readonly open: OpenForm; readonly state: FormState }) {
  return listSections(shop, open).map(({ id, title, help, fields, isFolded }) => {
    const content = (
      <>
        {help && <p className="panel__help">{help}</p>}
        <div className="form-grid">
          {fields.map(({ name, field }) => (
            <Fragment key={name}>
              <FormField {...{ field, name, state }} />
            </Fragment>
          ))}
        </div>
      </>
    );
    const frame = { id: `section-${id}`, title };
    return isFolded ? (
      <FoldPanel key={id} {...frame} isOpen={hasProblem(state, fields)}>
        {content}
      </FoldPanel>
    ) : (
      <Panel key={id} {...frame}>
        {content}
      </Panel>
    );
  });
}

/** Whether a field has a problem. Problems link to their fields, so a section with a problem must not be folded. */
const hasProblem = ({ problems = [] }: FormState, fields: readonly NamedField[]): boolean =>
  fields.some(({ name }) => problems.some(({ field }) => field === name || field.startsWith(`${name}.`)));

/**
 * The sections of the layout, then a section of the fields that no section names, then a section for each feature
 * that added fields.
 */
function listSections({ t }: Shop, open: OpenForm): readonly ShownSection[] {
  const all = listNamedFields(open);
  const own = all.filter(({ part }) => part.extension === null);
  const { layout = [] } = open.form;
  const named = new Set(layout.flatMap(({ fields }) => fields));
  const rest = own.filter(({ key }) => !named.has(key));
  const sections = layout.map(({ title, help, fields, isFolded }, index) => ({
    ...{ id: String(index + 1), title: t(title), help: help && t(help), isFolded },
    fields: fields.flatMap((name) => own.find(({ key }) => key === name) ?? []),
  }));
  const added = open.parts.flatMap((part) => {
    if (!part.extension) return [];
    const { name, title, help } = part.extension;
    const fields = all.filter((each) => each.part === part);
    return [{ id: name, title: t(title), help: help && t(help), fields }];
  });
  const others = { id: 'more', title: layout.length > 0 ? t(texts.more) : null, fields: rest };
  return [...sections, others, ...added].filter(({ fields }) => fields.length > 0);
}
