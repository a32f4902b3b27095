export { contentTransfer } from './feature.ts';
export { importedBlock } from './imported-block.tsx';
export { importContent } from './import-content.ts';
export { basicReferences } from './references.ts';
