import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client';
import type { Hydrated, IslandElement } from './island-element.ts';
import { readFieldChanges } from './read-field-changes.ts';

/** Hydrates the element's HTML with its component. Resolves once the component is mounted. */
export function hydrateIsland(element: IslandElement, Component: ComponentType<object>): Promise<Hydrated> {
  // Copies restore the server's HTML when the component fails.
  const copies = [...element.childNodes].map((node) => node.cloneNode(true));
  return new Promise((resolve, reject) => {
    let onError = reject;
    function HydratedIsland({ initialProps }: { initialProps: object }) {
      const [props, update] = useState(initialProps);
      useLayoutEffect(() => {
        // Read now: effects of the component may render it again at once.
        const replay = readFieldChanges(element);
        // After React's commit, but before the shopper's next event.
        queueMicrotask(replay);
      }, []);
      useEffect(() => {
        onError = (error) => element.fail(error);
        resolve({ update, end: () => root.unmount() });
      }, []);
      return <Component {...props} />;
    }
    const onUncaughtError = (error: unknown) =>
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...copies);
        onError(error);
      });
    const options: RootOptions = { identifierPrefix: element.getAttribute('prefix') ?? '', onUncaughtError };
    const content = <HydratedIsland initialProps={element.props} />;
    let root: Root;
    // React hydrates a transition in short tasks, so that the page answers between them.
    startTransition(() => {
      // An element that was moved or made by a script has no server HTML.
      root = element.hasChildNodes() ? hydrateRoot(element, content, options) : createRoot(element, options);
      if (copies.length === 0) root.render(content);
    });
  });
}
