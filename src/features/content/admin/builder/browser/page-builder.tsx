import { type Data, type OnAction, Puck, useGetPuck } from '@puckeditor/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '#platform/islands/browser/announce.ts';
import type { BuilderProps, BuilderTexts } from '../contract.shared.ts';
import frameSheet from '../frame.sheet.css?url';
import { type BuilderItem, isAllowed, type TreeBlock, toItems, toTree } from '../mapping.shared.ts';
import { BlockFields } from './block-fields.tsx';
import { createBlockHtmlCache } from './block-html-cache.ts';
import { BlockTools } from './block-tools.tsx';
import { BlockTypes } from './block-types.tsx';
import { BuilderBar } from './builder-bar.tsx';
import type { BuilderForm } from './builder-form.ts';
import { BuilderContext } from './builder-state.ts';
import { createConfig } from './components.tsx';
import { addStyles, type FrameStyles } from './frame-styles.ts';
import { useDrafts } from './use-drafts.ts';

interface PageBuilderProps extends BuilderProps {
  readonly form: BuilderForm;
  readonly styles: FrameStyles;
}

const readTree = ({ content }: Pick<Data, 'content'>): TreeBlock[] => toTree(content as unknown as BuilderItem[]);

/** Edits the page with the mouse. A save submits the entry's form of the back office with another tree. */
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
  const [config] = useState(() => createConfig(props, createBlockHtmlCache(props.html)));
  const [start] = useState(() => toData(form.read()));
  const tree = useRef<readonly TreeBlock[]>(form.read());
  const stored = useRef(JSON.stringify(tree.current));
  const [state, setState] = useState({ text: '', isProblem: false });
  const [isNarrow, setNarrow] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const drafts = useDrafts(form, isChanged);
  const dispatch = useRef<ReturnType<typeof useGetPuck> | null>(null);

  const showMessage = (text: string, isProblem = false) => {
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
  /** Undo at once what the server would refuse. */
  const onAction: OnAction<Data> = (action, after, before) => {
    if (['setUi', 'registerZone', 'unregisterZone'].includes(action.type)) return;
    if (isAllowed(readTree(after.data), types) || !isAllowed(readTree(before.data), types)) return;
    showMessage(texts.misplaced, true);
    queueMicrotask(() => show(readTree(before.data)));
  };
  const save = async (): Promise<boolean> => {
    setState({ text: texts.saving, isProblem: false });
    const sent = tree.current;
    const result = await form.save(sent, () => tree.current === sent);
    if (result.state === 'left') {
      drafts.leave();
      return false;
    }
    if (result.state !== 'saved') {
      showMessage(result.state === 'refused' ? texts.refused + result.reason : texts.failed, true);
      return false;
    }
    stored.current = JSON.stringify(result.blocks);
    // Changes made while the tree was sent are kept, and are not saved yet.
    if (tree.current === sent) {
      if (result.isMerged) show(result.blocks);
      tree.current = result.blocks;
    } else form.write(tree.current);
    setChanged(JSON.stringify(tree.current) !== stored.current);
    showMessage(result.isMerged ? texts.merged : texts.saved);
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

  // Keep one element, so that a change of the toolbar's state does not render the library and the page again.
  const latest = useRef({ change, onAction });
  latest.current = { change, onAction };
  const [puck] = useState(() => (
    <Puck
      config={config}
      data={start}
      overrides={{
        iframe: ({ children, document: frame }) => (
          <Frame frame={frame} styles={styles} label={props.title}>
            {children}
          </Frame>
        ),
      }}
      onChange={(data) => latest.current.change(data)}
      onAction={(...action) => latest.current.onAction(...action)}
      iframe={{ enabled: true, syncHostStyles: false }}
    >
      <Connect to={dispatch} />
      <BuilderBar {...props} />
      <div className="page-builder__work">
        <BlockTypes types={props.types} texts={texts} />
        <section className="page-builder__page" aria-label={texts.page}>
          <Puck.Preview />
        </section>
        <section className="page-builder__side" aria-label={texts.fields}>
          <BlockTools types={props.types} texts={texts} />
          <BlockFields texts={texts} />
          <Outline texts={texts} />
        </section>
      </div>
    </Puck>
  ));
  return (
    <div
      className="page-builder"
      data-state={isChanged ? 'changed' : 'clean'}
      data-width={isNarrow ? 'narrow' : undefined}
    >
      {drafts.offer && <DraftOffer texts={texts} drafts={drafts} show={show} />}
      <BuilderContext value={{ ...state, isChanged, isNarrow, setNarrow, save, publish }}>{puck}</BuilderContext>
    </div>
  );
}

interface DraftOfferProps {
  readonly texts: BuilderTexts;
  readonly drafts: ReturnType<typeof useDrafts>;
  readonly show: (blocks: readonly TreeBlock[]) => void;
}

function DraftOffer({ texts, drafts, show }: DraftOfferProps) {
  const restore = () => {
    const draft = drafts.take();
    if (draft) show(draft);
  };
  return (
    <p className="page-builder__offer" role="status">
      {texts.draft}{' '}
      <button type="button" className="button button--text" onClick={restore}>
        {texts.restore}
      </button>{' '}
      <button type="button" className="button button--text" onClick={drafts.drop}>
        {texts.drop}
      </button>
    </p>
  );
}

/** Passes on the library's state, which only components inside the library can read. */
function Connect({ to }: { readonly to: { current: ReturnType<typeof useGetPuck> | null } }) {
  to.current = useGetPuck();
  return null;
}

/** Mounted only while it is open, because the library measures the whole outline after each change. */
function Outline({ texts }: { readonly texts: BuilderTexts }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="page-builder__outline" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.outline}</summary>
      {isOpen && <Puck.Outline />}
    </details>
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
