export { emailPreferences, preferencesPage } from './feature.ts';
export { preferencesOfPerson } from './person-panel.tsx';
export { emailPreferenceData } from './personal-data.ts';
export { type MailRefusals, optionalMails } from './ports.ts';
export { createStopLink } from './preferences.ts';
