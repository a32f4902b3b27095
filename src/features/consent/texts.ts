import { defineTexts } from '#platform/texts/texts.ts';

export const consentTexts = defineTexts('consent', {
  footerLink: 'Cookie settings',
  bannerTitle: 'Your privacy',
  bannerLead: 'May we store {purposes} in your browser? The shop works the same if you decline.',
  accept: 'Accept',
  refuse: 'Decline',
  settingsLink: 'Cookie settings',
  policyLink: 'Privacy policy',
  title: 'Cookie settings',
  lead: 'What this shop stores in your browser, and why. You can change your choice at any time.',
  necessary: 'Necessary',
  necessaryText:
    'Your cart, your sign-in, your orders and your choices on this page. The shop does not work without them, so they are always stored.',
  allow: 'Allow “{purpose}”',
  save: 'Save',
  saved: 'Your choice has been saved.',
  privacySignal:
    'Your browser asks websites not to track you (Global Privacy Control). The shop respects that, so nothing below is stored.',
  nothing: 'This shop stores nothing else.',
});
