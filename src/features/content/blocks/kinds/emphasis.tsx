import { createElement, Fragment } from 'react';

/** Removes the asterisks that mark emphasised words in a title. */
export const withoutMarks = (marked: string): string => marked.replaceAll('*', '');

/** Emphasises words between asterisks: 'made of *mud*'. */
export function Emphasis({ text }: { readonly text: string }) {
  const parts = text.split('*').map((part, index) => (index % 2 === 0 ? part : createElement('em', null, part)));
  return createElement(Fragment, null, ...parts);
}

/** The title of a block. Renders nothing without a text. */
export function BlockTitle({ text, as: Heading = 'h2' }: { readonly text: string; readonly as?: 'h1' | 'h2' }) {
  return (
    text !== '' && (
      <Heading>
        <Emphasis text={text} />
      </Heading>
    )
  );
}
