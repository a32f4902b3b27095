import { defineTexts } from '#platform/texts/texts.ts';

export const comingSoonTexts = defineTexts('coming-soon', {
  label: 'Coming soon',
  forEveryone: 'Coming soon: we are still preparing our shop.',
  forStaff: 'Coming soon: the shop is not announced yet. Only staff see this.',
  dismiss: 'Dismiss',
});
