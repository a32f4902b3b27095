import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { GridPicture } from '#features/variation-grid/contract.ts';
import type { GridLabels } from '#features/variation-grid/grid-labels.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { findPictures } from './send-cells.ts';

interface DialogProps {
  readonly path: string;
  readonly labels: GridLabels;
  /** Called with null to remove the cell's picture. */
  readonly onChoose: (picture: GridPicture | null) => void;
  readonly onClose: () => void;
}

/**
 * Dialog with the images of the product and a search of the media library. Closing it returns the focus to the cell.
 */
export function PictureDialog({ path, labels, onChoose, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [pictures, setPictures] = useState<readonly GridPicture[] | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: readonly GridPicture[]) => isCurrent && setPictures(found);
    findPictures(path, query).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [path, query]);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQuery(String(new FormData(event.currentTarget).get('q') ?? ''));
  };
  const choose = (picture: GridPicture | null) => {
    dialog.current?.close();
    onChoose(picture);
  };
  return (
    <dialog ref={dialog} className="vgrid__dialog" closedby="any" aria-labelledby="pictures-title" onClose={onClose}>
      <h2 id="pictures-title">{labels.choosePicture}</h2>
      <form className="vgrid__filters" onSubmit={search}>
        <Field id="picture-search" label={labels.searchPictures}>
          {(control) => <TextInput {...control} type="search" name="q" maxLength={200} />}
        </Field>
        <Button look="quiet">{labels.search}</Button>
      </form>
      {pictures?.length === 0 && <p role="status">{labels.noPictures}</p>}
      <ul className="vgrid__pictures">
        {pictures?.map((picture) => (
          <li key={picture.id}>
            <button type="button" onClick={() => choose(picture)}>
              <img src={picture.image} alt="" width={96} height={96} loading="lazy" />
              <span>{picture.label}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="vgrid__tools">
        <Button type="button" look="quiet" onClick={() => choose(null)}>
          {labels.noPicture}
        </Button>
        <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
          {labels.close}
        </Button>
      </div>
    </dialog>
  );
}
