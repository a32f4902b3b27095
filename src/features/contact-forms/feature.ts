import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { countNewMessages, messageList } from './admin/message-list.tsx';
import { messageRecord } from './admin/message-record.tsx';
import { messagePath } from './admin/paths.ts';
import { messageAdminTexts } from './admin/texts.ts';
import { contactFormErrors } from './errors.ts';
import { feedbackMutation } from './feedback/feedback-mutation.ts';
import { registerContactFormRoutes } from './feedback/routes.ts';
import { fillSearchIndexJob } from './messages/find-messages.ts';
import { messageCommands } from './messages/message-commands.ts';
import { answerMailJob, forwardMailJob, messageMailJob } from './messages/message-mails.ts';
import { removeErasedMailsJob } from './messages/personal-data.ts';
import { purgeMessagesJob } from './messages/purge-messages.ts';
import { registerMessageFileRoutes } from './messages/send-message-file.ts';
import { webhookJob } from './messages/webhook.ts';
import { contactPage, formPages } from './placement/contact-page.tsx';
import { registerFormPage } from './placement/form-page.tsx';
import { formPagesPath } from './placement/paths.ts';
import { registerCustomerFacts } from './placement/prefill.ts';
import {
  appendedTexts,
  contactFormSources,
  contactMessageReceived,
  customerFacts,
  fileScans,
  spamChecks,
  submissionChecks,
} from './ports.ts';
import { contactFormSettings } from './settings.ts';
import { formCommands } from './sources/form-commands.ts';
import { contactFormTexts } from './texts.ts';

/**
 * The configuration object of the plugin's scripts, where pages load them. `cached` makes them fetch
 * challenges when the page has loaded, which cached pages don't have. Values keep their types.
 */
function createScriptGlobals({ wire, config, settings }: Shop): Readonly<Record<string, object>> {
  if (settings(contactFormSettings).script === 'own') return {};
  const api = { root: `${config.publicUrl}${wire.apiRoot}/`, namespace: `${wire.formNamespace}/v1` };
  return { [wire.formPrefix]: { api, cached: true } };
}

export const contactForms: Feature = {
  name: 'contact-forms',
  needs: ['bot-check', 'uploads', 'form-definitions', 'form-markup', 'content', 'catalog', 'customers'],
  permissions: [
    definePermission('messages.read', 'Read messages of contact forms and their files'),
    definePermission('messages.write', 'Answer and sort messages of contact forms'),
    definePermission('forms.read', 'See contact forms'),
    definePermission('forms.write', 'Import contact forms'),
  ],
  mutations: [feedbackMutation],
  pages: [contactPage, formPages],
  routes: (app, shop) => {
    registerContactFormRoutes(app, shop);
    registerFormPage(app, shop);
    registerCustomerFacts(app, shop);
  },
  admin: {
    navigation: [
      {
        ...{ section: 'messages', text: messageAdminTexts.messages, path: messageList.path },
        ...{ permission: messageList.requires, count: countNewMessages },
      },
    ],
    auditKinds: [
      {
        kind: 'message',
        text: messageAdminTexts.kind,
        page: { requires: messageList.requires, path: (id) => messagePath(Number(id)) },
      },
    ],
    lists: [messageList],
    records: [messageRecord],
    routes: registerMessageFileRoutes,
  },
  privatePaths: [formPagesPath],
  ports: [contactFormSources, customerFacts, spamChecks, fileScans, submissionChecks, appendedTexts],
  events: [contactMessageReceived],
  scriptGlobals: createScriptGlobals,
  jobs: [
    ...[messageMailJob, webhookJob, answerMailJob, forwardMailJob, fillSearchIndexJob],
    ...[purgeMessagesJob, removeErasedMailsJob],
  ],
  settings: [contactFormSettings],
  texts: [contactFormTexts, messageAdminTexts],
  commands: [...formCommands, ...messageCommands],
  errors: [contactFormErrors],
};
