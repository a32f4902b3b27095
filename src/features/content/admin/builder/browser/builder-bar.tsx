import { createUsePuck } from '@puckeditor/core';
import type { BuilderProps, BuilderTexts } from '../contract.shared.ts';
import { useBuilder } from './builder-state.ts';

const usePuck = createUsePuck();

export function BuilderBar({ texts, title, editorPath, previewPath }: BuilderProps) {
  const { text, isProblem, isChanged, isNarrow, setNarrow, save, publish } = useBuilder();
  return (
    <div className="page-builder__bar">
      <a className="page-builder__back" href={editorPath}>
        {texts.editor}
      </a>
      <h1 className="page-builder__title">{title}</h1>
      <span className="page-builder__state" data-problem={isProblem ? '' : undefined}>
        {text || (isChanged ? texts.changed : '')}
      </span>
      <span className="page-builder__tools">
        <History texts={texts} />
        <button
          type="button"
          className="button button--text page-builder__width"
          aria-pressed={isNarrow}
          onClick={() => setNarrow(!isNarrow)}
        >
          {texts.narrow}
        </button>
        <a href={previewPath}>{texts.preview}</a>
      </span>
      <span className="page-builder__tools">
        <button type="button" className="button button--quiet" data-builder-save="" onClick={() => void save()}>
          {texts.save}
        </button>
        <button type="button" className="button" data-builder-publish="" onClick={() => void publish()}>
          {texts.publish}
        </button>
      </span>
    </div>
  );
}

function History({ texts }: { readonly texts: BuilderTexts }) {
  const history = usePuck((puck) => puck.history);
  return (
    <>
      <button type="button" className="button button--text" disabled={!history.hasPast} onClick={() => history.back()}>
        {texts.undo}
      </button>
      <button
        type="button"
        className="button button--text"
        disabled={!history.hasFuture}
        onClick={() => history.forward()}
      >
        {texts.redo}
      </button>
    </>
  );
}
