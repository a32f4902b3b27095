export { contentTransfer } from './feature.ts';
export { importContent } from './import-content.ts';
export { importedBlock } from './imported-block.tsx';
export { basicReferences } from './references.ts';
