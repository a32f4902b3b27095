export { usesOfMedia } from './admin/uses-column.ts';
export { mediaLibrary } from './feature.ts';
export { findUses } from './find-uses.ts';
export { media, mediaFileLimits } from './picker/media-field.tsx';
export type { ChosenPicture } from './picker/media-options.ts';
export { getMediaPicker } from './picker/media-picker.ts';
export { savePictureAlts } from './save-alts.ts';
