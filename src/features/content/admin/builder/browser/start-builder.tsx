import { createRoot } from 'react-dom/client';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import builderStyles from '../builder.sheet.css?url';
import type { BuilderProps } from '../contract.shared.ts';
import { createBuilderForm } from './builder-form.ts';
import { readShopStyles } from './frame-styles.ts';
import { PageBuilder } from './page-builder.tsx';

/** @returns a function that stops the builder */
export async function startBuilder(
  place: HTMLElement,
  form: HTMLFormElement,
  props: BuilderProps,
  shopPage: Promise<string>,
): Promise<() => void> {
  const [styles] = await Promise.all([
    shopPage.then(readShopStyles),
    // Load the style sheet before the library looks for it: otherwise the library adds a copy that loads a font from
    // another site.
    loadStyleSheet(builderStyles),
  ]);
  const root = createRoot(place);
  root.render(<PageBuilder {...props} form={createBuilderForm(form, props.draftKey)} styles={styles} />);
  return () => root.unmount();
}
