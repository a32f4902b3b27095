import type { BuilderProps } from '#features/content/admin/builder/contract.shared.ts';

/** Loads the page builder. Only the page of the builder has this behaviour. */
export function behaviour(element: HTMLElement): () => void {
  const place = element.querySelector<HTMLElement>('[data-page-builder]');
  const form = element.querySelector<HTMLFormElement>('[data-builder-form]');
  let isGone = false;
  let end = () => {};
  if (place && form && place.childElementCount === 0) {
    const props = JSON.parse(place.dataset.pageBuilder ?? '{}') as BuilderProps;
    // Request the page while the script loads, which takes longer.
    const shopPage = fetch(props.stylesPath, { headers: { accept: 'text/html' } }).then(
      (reply) => reply.text(),
      () => '',
    );
    void import('../builder/browser/start-builder.tsx').then(async ({ startBuilder }) => {
      const started = await startBuilder(place, form, props, shopPage);
      if (isGone) started();
      else end = started;
    });
  }
  return () => {
    isGone = true;
    end();
  };
}
