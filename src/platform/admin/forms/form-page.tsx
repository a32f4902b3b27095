import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { loadRecords } from '#platform/forms/show-form.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { PanelColumns } from '#ui/admin/panels.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Notice } from '#ui/notice.tsx';
import { FormBlock } from './form-block.tsx';
import { type OpenForm, readParts, showValues } from './form-parts.ts';
import { getVersion, isChangedSince, readVersion, type TypedState, writeVersion } from './merge.ts';
import { findOtherChange, type OtherChange } from './other-changes.ts';
import { adminFormTexts as texts } from './texts.ts';

export interface FrameParts {
  readonly title: string;
  readonly states?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** Renders the main column with the form in its place. */
  readonly main?: (form: ReactNode) => ReactNode;
  readonly side?: ReactNode;
}

export type FormFrame = (shop: Shop, actor: Actor, id: number | null) => Promise<FrameParts | null>;

/** `done` is the notice after an action of the record. */
export const formNoticeCodes = ['saved', 'created', 'merged', 'done'] as const;
type FormNotice = (typeof formNoticeCodes)[number];

interface FormPageInput {
  readonly open: OpenForm;
  readonly frame: FormFrame | null;
  readonly state?: TypedState;
  /** A text describes the outcome of an operation of the record. */
  readonly notice?: FormNotice | Text | undefined;
}

/**
 * Creates the page of a form: with the stored values, or with typed values and the reason why they were not saved.
 */
export async function createFormPage(
  { shop, getActor }: { readonly shop: Shop; readonly getActor: () => Promise<Actor> },
  { open, frame, state, notice }: FormPageInput,
): Promise<PrivateView> {
  const { t, db } = shop;
  const actor = await getActor();
  const { form, id, loaded } = open;
  const isNew = loaded.subject === null;
  const typed = state ?? { form: showValues(open), version: writeVersion(getVersion(open)) };
  const other = await findOtherChange(shop, actor, open);
  const around = isNew ? null : ((await frame?.(shop, actor, id)) ?? null);
  const pickers = open.parts.map(({ fields, prefix }) => loadRecords({ shop, db, actor }, typed.form, fields, prefix));
  const records = new Map((await Promise.all(pickers)).flatMap((each) => [...each]));
  const ownTitle = form.title ? t(form.title) : loaded.label;
  const title = around?.title ?? (isNew && form.create ? t(form.create) : ownTitle);
  const { back } = form;
  const block = (
    <FormBlock
      shop={shop}
      actor={actor}
      open={open}
      typed={typed}
      records={records}
      other={other}
      isTyped={isTyped(shop, open, state)}
    />
  );
  const body = (
    <AdminPage width={around?.side ? 'record' : 'text'}>
      <PageHead
        title={title}
        back={back && { href: back.path, text: t(back.text) }}
        {...{ states: around?.states, lead: around?.lead, actions: around?.actions }}
      />
      {notice && <Toast>{describeNotice(shop, notice, other)}</Toast>}
      {!notice && !typed.conflicts && other?.isUnseenByActor && (
        <Notice kind="info">{t(texts.changedSince, other.messageValues)}</Notice>
      )}
      {around ? <PanelColumns main={around.main?.(block) ?? block} side={around.side} /> : block}
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

/**
 * Whether the typed values differ from the opened ones. A button of a field may only have shown another part of the
 * field.
 */
function isTyped({ t }: Shop, open: OpenForm, state: TypedState | undefined): boolean {
  if (!state) return false;
  if (state.problems || state.conflicts || open.loaded.subject === null) return true;
  const { values, problems } = readParts({ t, form: state.form }, open);
  return problems.length > 0 || isChangedSince(open, values, readVersion(state.version));
}

function describeNotice({ t }: Shop, notice: FormNotice | Text, other: OtherChange | null): string {
  if (typeof notice !== 'string') return t(notice);
  if (notice !== 'merged') return t(texts[notice]);
  return other ? t(texts.merged, other.messageValues) : t(texts.mergedUnknown);
}
