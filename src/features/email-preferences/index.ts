export { emailPreferences, preferencesPage } from './feature.ts';
export { emailPreferenceData } from './personal-data.ts';
