import { defineTexts } from '#platform/texts/texts.ts';

export const contactFormTexts = defineTexts('contact-forms', {
  mail_subject: 'New message: {form}',
  mail_accepted: 'Accepted',
  mail_link_left_out: '[link left out]',
  mail_files: 'Files',
  mail_file_size: '{kilobytes} kB',
  mail_files_hint: 'Save them with: shop messages save {id}',
  answer_subject: 'Our answer: {form} – {shop}',
  held: 'Thank you, your message arrived. Our automatic check was not possible, so one of us looks at it first.',
  send_again: 'Your message was not sent yet. Please look at it once more, and press the button again.',
  too_many_messages: 'You have sent many messages in a short time. Please wait an hour, or write to us by e-mail.',
  post_process: 'Media upload failed. If this is a photo or a large image, please scale it down and try again.',
  retry: 'Nothing you typed is lost. Please send it again in a moment.',
  sending: 'Sending your files',
  next: 'Next',
  back: 'Back',
  step: 'Step {step} of {steps}',
  contact_title: 'Contact',
  contact_lead: 'Write to us: we answer within two working days.',
  contact_link: 'Write to us',
  ask_about_product: 'Ask about this product',
});
