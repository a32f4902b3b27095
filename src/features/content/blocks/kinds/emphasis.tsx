import { createElement, Fragment } from 'react';

/** Emphasises words between asterisks: 'made of *mud*'. */
export function Emphasis({ text }: { readonly text: string }) {
  const parts = text.split('*').map((part, index) => (index % 2 === 0 ? part : createElement('em', null, part)));
  return createElement(Fragment, null, ...parts);
}
