import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Finding, formatAction, runChecks } from '#platform/checks/checks.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { StateBadge, type Tone } from '#ui/admin/state-badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { CheckButtons } from './check-buttons.tsx';
import { sectionChecks } from './section-checks.ts';
import { checkPath, settingsPath, testMailPath } from './setting-paths.ts';
import { settingsTexts as texts } from './texts.ts';
import { describeSection } from './titles.ts';

const common = { requires: 'settings.write' } as const;

interface CheckResult {
  readonly ok: true;
  readonly findings: readonly Finding[];
}

/** Tests the connection to the mail server, the provider or the receiver of a webhook. */
export const checkMutation = defineMutation({
  ...common,
  name: 'settings.check',
  description:
    'Checks what a section of the settings is about: the mail server, payments, the account of the wallet, or the webhook, which gets a test.',
  schema: z.object({ section: z.enum([...sectionChecks.keys()]) }),
  run: async ({ shop }, { section }): Promise<CheckResult> => ({
    ok: true,
    findings: await runChecks(shop, { isForOperator: true }, sectionChecks.get(section) ?? []),
  }),
  form: {
    path: checkPath,
    success: ({ shop }, { findings }, { section }) => ({ page: createCheckPage(shop, section, findings) }),
  },
});

const tones: Readonly<Record<Finding['state'], Tone>> = { ok: 'success', warning: 'warning', error: 'error' };
const stateTexts = { ok: texts.checkOk, warning: texts.checkWarning, error: texts.checkError } as const;

function createCheckPage(shop: Shop, section: string, findings: readonly Finding[]): PrivateView {
  const { t } = shop;
  const name = t(describeSection(section).title);
  const title = t(texts.checkTitle, { what: name });
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: settingsPath, text: t(texts.all) }} />
      {findings.length === 0 && <Notice kind="info">{t(texts.checkNothing)}</Notice>}
      {findings.map((finding) => (
        <Panel
          key={`${finding.what} ${finding.text}`}
          title={finding.what}
          actions={<StateBadge tone={tones[finding.state]}>{t(stateTexts[finding.state])}</StateBadge>}
        >
          <p>{finding.text}</p>
          {finding.state !== 'ok' && <p className="panel__help">{formatAction(finding)}</p>}
        </Panel>
      ))}
      <div className="settings-actions">
        <CheckButtons t={t} name={section} title={name} />
      </div>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

/** Maximum number of milliseconds that a person waits for the mail server. */
const longestSending = 15_000;

interface TestMailResult {
  readonly ok: true;
  readonly address: string;
  readonly kind: 'sent' | 'kept' | 'failed';
  readonly reason: string;
}

/** Sends a mail to the shop's own address only. */
export const testMailMutation = defineMutation({
  ...common,
  name: 'settings.send-test-mail',
  description: 'Sends a test mail to the address of the shop, and waits for the answer of the mail server.',
  schema: z.object({}),
  run: async ({ shop }): Promise<TestMailResult> => sendTestMail(shop),
  form: {
    path: testMailPath,
    success: ({ shop }, result) => ({ page: createTestMailPage(shop, result) }),
  },
});

async function sendTestMail(shop: Shop): Promise<TestMailResult> {
  const { t, choices, config, mail } = shop;
  const { name, email: address } = choices;
  const subject = t(texts.testMailSubject, { shop: name });
  const text = t(texts.testMailText, { shop: name });
  const content = shop.renderMail({ title: subject, blocks: [{ kind: 'paragraph', text }] });
  const message = { id: `settings:test:${randomUUID()}`, to: address, subject, ...content };
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LateError()), longestSending);
  try {
    const verified = await mail.verify();
    if (!verified.ok) return { ok: true, address, kind: 'failed', reason: verified.reason };
    await Promise.race([mail.send(message), isLate]);
    return { ok: true, address, kind: config.mailUrl === null ? 'kept' : 'sent', reason: '' };
  } catch (error) {
    if (error instanceof LateError)
      return { ok: true, address, kind: 'failed', reason: t(texts.testMailLate, { seconds: longestSending / 1000 }) };
    shop.log.warn({ err: error }, 'a test mail was not sent');
    const { code, error: kind } = toLoggableFailure(error);
    return { ok: true, address, kind: 'failed', reason: code ?? kind };
  } finally {
    clearTimeout(timer);
  }
}

class LateError extends Error {}

const outcomeTexts = { sent: texts.testMailSent, kept: texts.testMailKept, failed: texts.testMailFailed } as const;

function createTestMailPage({ t }: Shop, { address, kind, reason }: TestMailResult): PrivateView {
  const title = t(texts.testMail);
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: settingsPath, text: t(texts.all) }} />
      <Notice kind={kind === 'failed' ? 'error' : 'success'} autoFocus>
        {t(outcomeTexts[kind], { address, reason })}
      </Notice>
      <div className="settings-actions">
        <CheckButtons t={t} name="mail" title={t(describeSection('mail').title)} />
      </div>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}
