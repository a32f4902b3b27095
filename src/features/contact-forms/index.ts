export { heldMessages, newMessages } from './admin/home-tiles.ts';
export { messageRecord } from './admin/message-record.tsx';
export { messagesOfPerson } from './admin/person-panel.ts';
export { messageAdminTexts } from './admin/texts.ts';
export { contactForms } from './feature.ts';
export { submitForm } from './feedback/receive-message.ts';
export { messageData } from './messages/personal-data.ts';
export { checkWebhook, enqueueWebhook } from './messages/webhook.ts';
export {
  AskAboutProduct,
  listContactLinks,
  listContactPages,
  searchableContactPages,
} from './placement/contact-page.tsx';
export { createFormPlacer, formPlaceholder } from './placement/place-form.tsx';
export {
  type AppendedText,
  appendedTexts,
  contactFormSources,
  contactMessageReceived,
  customerFacts,
} from './ports.ts';
export { keepOpenings } from './protection/form-openings.ts';
export { hasDisallowedWord } from './protection/judge-message.ts';
export { contactFormSettings, getFileLimits } from './settings.ts';
export { defineContactForms, type FormIds, findContactForm, getFormIds } from './sources/find-forms.ts';
export { storedForms, storeForm } from './sources/stored-forms.ts';
