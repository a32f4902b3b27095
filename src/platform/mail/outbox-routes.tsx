import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';
import { OutboxMailPage, OutboxPage, outboxPath } from './outbox-pages.tsx';
import { outboxTexts as texts } from './texts.ts';

/** Registers the outbox in the browser. Only in demo mode: a live shop must not show the mails of others. */
export function registerOutboxRoutes(app: FastifyInstance, shop: Shop): void {
  if (shop.config.mode !== 'demo') return;
  const getMailId = (request: FastifyRequest) => (request.params as { id: string }).id;
  const sendPage = async (
    reply: FastifyReply,
    path: string,
    title: string,
    body: (context: RenderContext) => ReactNode,
  ) => {
    const context = shop.renderContext(path);
    const styles = 'src/platform/mail/outbox.page.css';
    const view = { kind: 'page', styles, title, robots: 'noindex', body: body(context), tags: [] } as const;
    return setPrivateHeaders(reply)
      .type('text/html; charset=utf-8')
      .send(await shop.renderDocument(context, view));
  };

  app.get('/outbox', async (_request, reply) => {
    const mails = await listOutbox(shop.db);
    return sendPage(reply, outboxPath(), shop.t(texts.title), (context) => (
      <OutboxPage context={context} mails={mails} />
    ));
  });

  app.get('/outbox/:id', async (request, reply) => {
    const mail = await readOutboxMail(shop.db, getMailId(request));
    if (!mail) return reply.callNotFound();
    return sendPage(reply, outboxPath(mail.id), mail.subject, (context) => (
      <OutboxMailPage context={context} mail={mail} />
    ));
  });

  app.get('/outbox/:id/html', async (request, reply) => {
    const mail = await readOutboxMail(shop.db, getMailId(request));
    if (!mail?.html) return reply.callNotFound();
    return setPrivateHeaders(reply)
      .header('content-security-policy', createMailPolicy(shop.config.publicUrl))
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });
}

function setPrivateHeaders(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
}

/** Creates the policy of a displayed mail: no scripts, no forms, no access to the shop; links open new tabs. */
function createMailPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' ${publicUrl} data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
