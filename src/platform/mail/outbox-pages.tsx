import type { ReactNode } from 'react';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import type { OutboxEntry, OutboxMail } from './outbox.ts';
import { outboxTexts as texts } from './texts.ts';

export const outboxPath = (id?: string) => (id === undefined ? '/outbox' : `/outbox/${encodeURIComponent(id)}`);

interface OutboxPageProps {
  readonly context: RenderContext;
  readonly mails: readonly OutboxEntry[];
}

export function OutboxPage({ context, mails }: OutboxPageProps) {
  const { t } = context;
  return (
    <div className="wrap wrap--narrow outbox">
      <header className="page-head">
        <h1>{t(texts.title)}</h1>
        <p className="lead">{t(texts.lead)}</p>
      </header>
      {mails.length === 0 ? <p>{t(texts.empty)}</p> : <MailTable context={context} mails={mails} />}
    </div>
  );
}

function MailTable({ context, mails }: OutboxPageProps) {
  const { t } = context;
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="visually-hidden">{t(texts.caption)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(texts.subject)}</th>
            <th scope="col">{t(texts.to)}</th>
            <th scope="col">{t(texts.sentAt)}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <td>
                <a href={outboxPath(mail.id)}>{mail.subject}</a>
              </td>
              <td>{mail.to}</td>
              <td>
                <SentTime context={context} mail={mail} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SentTime({ context: { t, locale }, mail: { state, sentAt } }: { context: RenderContext; mail: OutboxEntry }) {
  if (!sentAt) return t(state === 'refused' ? texts.refused : texts.waiting);
  return <time dateTime={sentAt.toISOString()}>{formatMoment(sentAt, locale)}</time>;
}

export function OutboxMailPage({ context, mail }: { readonly context: RenderContext; readonly mail: OutboxMail }) {
  const { t } = context;
  return (
    <div className="wrap wrap--narrow outbox">
      <header className="page-head">
        <p>
          <a href={outboxPath()}>{t(texts.back)}</a>
        </p>
        <h1>{mail.subject}</h1>
        <dl className="facts">
          <Detail name={t(texts.to)}>{mail.to}</Detail>
          <Detail name={t(texts.sentAt)}>
            <SentTime context={context} mail={mail} />
          </Detail>
          {mail.eml && <Detail name={t(texts.file)}>{mail.eml}</Detail>}
        </dl>
      </header>
      {mail.html !== null && (
        <iframe
          className="outbox__frame"
          title={t(texts.frame)}
          src={`${outboxPath(mail.id)}/html`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          width="100%"
          height="900"
        />
      )}
      {mail.text !== null && (
        <details>
          <summary>{t(texts.asText)}</summary>
          <pre className="outbox__text">{mail.text}</pre>
        </details>
      )}
    </div>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="facts__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
