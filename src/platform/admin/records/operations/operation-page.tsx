import { createHash, randomUUID } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { requestKeyField } from '#platform/admin/audit/done-requests.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { readSingleLine } from '#platform/forms/read-form.ts';
import { loadRecords, toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { type AdminRecord, getActionPath, getRecordPath } from '../record.ts';
import { recordTexts as texts } from '../texts.ts';
import type { AdminOperation, OperationRefusal } from './operation.ts';

export const confirmedField = '_confirmed';
export const seenField = '_seen';

export interface OpenOperation {
  readonly id: number;
  readonly subject: unknown;
  readonly actor: Actor;
}

export interface TypedOperation {
  /** Default: the initial values of the fields. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  /** The reason of a refusal that concerns no single field. */
  readonly refused?: string | undefined;
  /** Changes that another person has made meanwhile. */
  readonly news?: OperationRefusal['news'] | undefined;
  /** The effect of the operation, which the person has to confirm. */
  readonly preview?: ReactNode;
}

/** Identifies a preview, so that a confirmation counts only for what was shown. */
export const fingerprintPreview = (preview: ReactNode, values: unknown): string =>
  createHash('sha256')
    .update(`${JSON.stringify(values)} ${renderToStaticMarkup(preview)}`)
    .digest('base64url');

export async function createOperationPage(
  shop: Shop,
  record: AdminRecord,
  operation: AdminOperation,
  { id, subject, actor }: OpenOperation,
  typed: TypedOperation & {
    readonly listQuerySuffix: string;
    readonly confirmation?: string;
    readonly requestKey?: string;
  },
): Promise<PrivateView> {
  const { t, db } = shop;
  const fields = operation.fields(shop, subject, actor);
  const form = typed.form ?? toForm(operation.values(shop, subject, actor), fields);
  const records = await loadRecords({ shop, db, actor }, form, fields);
  const problems = typed.problems ?? [];
  const title = t(operation.text);
  const back = { href: `${getRecordPath(record, id)}${typed.listQuerySuffix}`, text: operation.label(shop, subject) };
  const isAsked = typed.preview !== undefined;
  const needsPreview = operation.preview !== undefined && !isAsked;
  const seen = typed.news?.seen ?? (typed.form ? readSingleLine(typed.form, seenField) : operation.seen?.(subject));
  const lead = operation.lead?.(shop, subject);
  const buttons = (
    <>
      <Button className={operation.isDangerous && !needsPreview ? 'button--danger' : undefined}>
        {needsPreview ? t(texts.next) : title}
      </Button>{' '}
      <ButtonLink look="quiet" href={back.href}>
        {t(texts.cancel)}
      </ButtonLink>
    </>
  );
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={back} />
      <form
        className="page-part"
        method="post"
        action={`${getActionPath(record, operation, id)}${typed.listQuerySuffix}`}
        encType={operation.files ? 'multipart/form-data' : undefined}
        noValidate
      >
        <input type="hidden" name={requestKeyField} value={typed.requestKey ?? randomUUID()} />
        {seen && <input type="hidden" name={seenField} value={seen} />}
        {isAsked && <input type="hidden" name={confirmedField} value={typed.confirmation} />}
        <FormProblems state={{ t, problems }} />
        {typed.refused !== undefined && !typed.news && (
          <Notice kind="error" id="problems" autoFocus>
            {typed.refused}
          </Notice>
        )}
        {typed.news && (
          <Notice kind="warning" title={typed.refused} id="problems" autoFocus>
            {typed.news.what}
          </Notice>
        )}
        <Panel look={operation.isDangerous ? 'danger' : undefined} foot={buttons}>
          {lead && <div className="panel__help">{lead}</div>}
          <div className="form-grid">
            <FormFields fields={fields} state={{ t, form, problems, records }} />
          </div>
          {isAsked && (
            <Notice kind="warning" title={t(texts.willHappen)} id="preview" autoFocus={problems.length === 0}>
              {typed.preview}
            </Notice>
          )}
        </Panel>
      </form>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}
