import type { FastifyInstance, FastifyReply } from 'fastify';
import { createFirstOwnerFields, signInPath } from '#features/accounts/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type FieldRecord, type FormProblem, type FormState, listFields } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { toForm } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { isPriceBasisFixed } from '#platform/settings/price-basis.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { firstRunLinkPath } from './contract.ts';
import { createDetailFields, detailSections, readFirstValues } from './details/detail-fields.ts';
import { isFirstRunLink } from './link/first-run-link.ts';
import { firstRunTexts as texts } from './texts.ts';

export function registerFirstRunPage(app: FastifyInstance, shop: Shop): void {
  app.get(firstRunLinkPath(':token'), async (request, reply) => {
    const { token } = request.params as { token: string };
    hideAddress(reply);
    if (!(await isFirstRunLink(shop.db, token)))
      return renderPrivatePage(shop, request, reply, { ...createInvalidPage(shop), status: 410 });
    return renderPrivatePage(shop, request, reply, await createFirstRunPage(shop, token));
  });
}

const firstRunStyles = 'src/features/first-run/first-run.page.css' as const;

/** The URL contains the token, so it must not reach other sites. */
export function hideAddress(reply: FastifyReply): void {
  reply.header('referrer-policy', 'same-origin');
}

interface SentState {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string;
}

/** @param sent the submitted values with their errors */
export async function createFirstRunPage(shop: Shop, token: string, sent?: SentState): Promise<PrivateView> {
  const { t } = shop;
  const fields = await createFirstRunFields(shop);
  const form = sent?.form ?? toForm(readFirstValues(shop), fields);
  const state = { t, form, problems: sent?.problems };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.title)} lead={t(texts.lead)} />
      {sent?.refusal && <Notice kind="error">{sent.refusal}</Notice>}
      <form className="stack set-up" method="post" action={firstRunLinkPath(token)} noValidate={sent !== undefined}>
        <FormProblems state={state} />
        <Section title={t(texts.owner)} fields={createFirstOwnerFields(shop)} state={state} />
        {detailSections.map(({ title, help, fields: keys }) => (
          <Section
            title={t(title)}
            help={help && t(help)}
            fields={Object.fromEntries(keys.map((key) => [key, fields[key]]))}
            state={state}
            key={title.key}
          />
        ))}
        <p>
          <Button>{t(texts.submit)}</Button>
        </p>
      </form>
    </div>
  );
  return { title: t(texts.title), styles: firstRunStyles, body };
}

export async function createFirstRunFields(shop: Shop) {
  return createDetailFields(shop, { isFixed: await isPriceBasisFixed(shop.db), isFirstRun: true });
}

interface SectionProps {
  readonly title: string;
  readonly help?: string | undefined;
  readonly fields: FieldRecord;
  readonly state: FormState;
}

function Section({ title, help, fields, state }: SectionProps) {
  if (listFields(fields).length === 0) return null;
  return (
    <Panel title={title}>
      <div className="form-grid">
        {help && <p>{help}</p>}
        <FormFields fields={fields} state={state} />
      </div>
    </Panel>
  );
}

export function createInvalidPage({ t }: Shop): PrivateView {
  const title = t(texts.invalidTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={t(texts.invalidLead)} />
      <p>
        <ButtonLink href={signInPath}>{t(texts.signIn)}</ButtonLink>
      </p>
    </div>
  );
  return { title, body };
}
