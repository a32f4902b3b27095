import { createUsePuck, type Data, type OnAction, Puck, useGetPuck } from '@puckeditor/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '#platform/islands/browser/announce.ts';
import type { BuilderProps, BuilderTexts } from '../contract.shared.ts';
import frameSheet from '../frame.sheet.css?url';
import { type BuilderItem, isAllowed, type TreeBlock, toItems, toTree } from '../mapping.shared.ts';
import { BlockFields } from './block-fields.tsx';
import type { BuilderForm } from './builder-form.ts';
import { createConfig } from './components.tsx';
import { addStyles, type FrameStyles } from './frame-styles.ts';
import { createLeaves } from './leaves.ts';
import { useDrafts } from './use-drafts.ts';

interface PageBuilderProps extends BuilderProps {
  readonly form: BuilderForm;
  readonly styles: FrameStyles;
}

const readTree = ({ content }: Pick<Data, 'content'>): TreeBlock[] => toTree(content as unknown as BuilderItem[]);

/** The page by mouse. What is saved is the form of the platform editor with another tree. */
export function PageBuilder(props: PageBuilderProps) {
  const { form, styles, texts } = props;
  const types = useMemo(() => new Map(props.types.map((type) => [type.name, type])), [props.types]);
  const toData = useCallback(
    (blocks: readonly TreeBlock[]): Data => ({
      content: toItems(blocks, types) as unknown as Data['content'],
      root: { props: {} },
    }),
    [types],
  );
  const [config] = useState(() => createConfig(props, createLeaves(props.html)));
  const [start] = useState(() => toData(form.read()));
  const tree = useRef<readonly TreeBlock[]>(form.read());
  const stored = useRef(JSON.stringify(tree.current));
  const [state, setState] = useState<{ readonly text: string; readonly isProblem?: boolean }>({ text: '' });
  const [isChanged, setChanged] = useState(false);
  const drafts = useDrafts(form, isChanged);
  const dispatch = useRef<ReturnType<typeof useGetPuck> | null>(null);

  const say = (text: string, isProblem = false) => {
    setState({ text, isProblem });
    announce(text);
  };
  const show = (blocks: readonly TreeBlock[]) => {
    dispatch.current?.().dispatch({ type: 'setData', data: () => toData(blocks) });
  };
  const change = (data: Data) => {
    tree.current = readTree(data);
    form.write(tree.current);
    setChanged(JSON.stringify(tree.current) !== stored.current);
    drafts.touch();
  };
  /** What the server would refuse is not done at all. */
  const onAction: OnAction<Data> = (action, after, before) => {
    if (['setUi', 'registerZone', 'unregisterZone'].includes(action.type)) return;
    if (isAllowed(readTree(after.data), types) || !isAllowed(readTree(before.data), types)) return;
    say(texts.misplaced, true);
    queueMicrotask(() => show(readTree(before.data)));
  };
  const save = async (): Promise<boolean> => {
    setState({ text: texts.saving });
    const sent = tree.current;
    const result = await form.save(sent, () => tree.current === sent);
    if (result.state === 'left') {
      drafts.leave();
      return false;
    }
    if (result.state !== 'saved') {
      say(result.state === 'refused' ? texts.refused + result.reason : texts.failed, true);
      return false;
    }
    stored.current = JSON.stringify(result.blocks);
    // What was changed while it was sent stays, and is not saved yet.
    if (tree.current === sent) {
      if (result.isMerged) show(result.blocks);
      tree.current = result.blocks;
    } else form.write(tree.current);
    setChanged(JSON.stringify(tree.current) !== stored.current);
    say(result.isMerged ? texts.merged : texts.saved);
    return true;
  };
  const publish = async () => {
    if (!(await save())) return;
    drafts.leave();
    const post = document.createElement('form');
    Object.assign(post, { method: 'post', action: props.publishPath });
    document.body.append(post);
    post.submit();
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  useEffect(() => {
    const controller = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void saveNow.current();
      },
      { signal: controller.signal },
    );
    return () => controller.abort();
  }, []);

  const [overrides] = useState(() => ({
    iframe: ({ children, document: frame }: { readonly children: ReactNode; readonly document?: Document }) => (
      <Frame frame={frame} styles={styles} label={props.title}>
        {children}
      </Frame>
    ),
  }));
  return (
    <div className="page-builder" data-state={isChanged ? 'changed' : 'clean'}>
      {drafts.offer && (
        <p className="page-builder__offer" role="status">
          {texts.draft}{' '}
          <button
            type="button"
            className="button button--text"
            onClick={() => {
              const draft = drafts.take();
              if (draft) show(draft);
            }}
          >
            {texts.restore}
          </button>{' '}
          <button type="button" className="button button--text" onClick={drafts.drop}>
            {texts.drop}
          </button>
        </p>
      )}
      <Puck
        config={config}
        data={start}
        overrides={overrides}
        onChange={change}
        onAction={onAction}
        iframe={{ enabled: true, syncHostStyles: false }}
      >
        <Connect to={dispatch} />
        <div className="page-builder__bar">
          <a className="page-builder__link" href={props.editorPath}>
            {texts.editor}
          </a>
          <h1 className="page-builder__title">{props.title}</h1>
          <span className="page-builder__state" data-problem={state.isProblem ? '' : undefined}>
            {state.text || (isChanged ? texts.changed : '')}
          </span>
          <History texts={texts} />
          <a className="page-builder__link" href={props.previewPath}>
            {texts.preview}
          </a>
          <button type="button" className="button button--quiet" data-builder-save="" onClick={() => void save()}>
            {texts.save}
          </button>
          <button type="button" className="button" data-builder-publish="" onClick={() => void publish()}>
            {texts.publish}
          </button>
        </div>
        <div className="page-builder__work">
          <section className="page-builder__types" aria-label={texts.blocks}>
            <Puck.Components />
          </section>
          <section className="page-builder__page" aria-label={texts.page}>
            <Puck.Preview />
          </section>
          <section className="page-builder__side" aria-label={texts.fields}>
            <BlockFields texts={texts} />
            <details className="page-builder__outline">
              <summary>{texts.outline}</summary>
              <Puck.Outline />
            </details>
          </section>
        </div>
      </Puck>
    </div>
  );
}

/** The library gives its state only to what is in it. */
function Connect({ to }: { readonly to: { current: ReturnType<typeof useGetPuck> | null } }) {
  to.current = useGetPuck();
  return null;
}

const usePuck = createUsePuck();

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

interface FrameProps {
  readonly frame: Document | undefined;
  readonly styles: FrameStyles;
  readonly label: string;
  readonly children: ReactNode;
}

function Frame({ frame, styles, label, children }: FrameProps) {
  useEffect(() => {
    if (!frame) return;
    addStyles(frame, styles, frameSheet);
    frame.title = label;
    frame.defaultView?.frameElement?.setAttribute('title', label);
  }, [frame, styles, label]);
  return children;
}
