import { consentPath } from '#features/consent/index.ts';
import { videoQuestion } from '#features/content/contract.ts';
import { contentSettings } from '#features/content/settings.ts';
import { line } from '#platform/forms/kinds.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { Picture } from '#ui/picture.tsx';
import { type BlockProps, defineBlock } from '../block.ts';
import { blockFile } from '../files/block-file.tsx';
import { blockFileTypes, getFileAddress, parseFileName } from '../files/file-types.ts';
import { elementTexts as texts } from './element-texts.ts';
import { loadPictures, pictures } from './fields.ts';
import { parseVideoAddress, videoProviders } from './video-providers.ts';

interface VideoValues {
  readonly file: string;
  readonly captions: string;
  readonly address: string;
  readonly title: string;
}

type VideoProps = Pick<BlockProps<VideoValues, unknown>, 'shop' | 'context' | 'values'> & {
  readonly poster: ReturnType<BlockProps<unknown, unknown>['shop']['media']['picture']> | null;
};

/** A video of the shop or of a provider. Nothing is loaded from a provider before the shopper plays the video. */
export const videoBlock = defineBlock({
  name: 'video',
  text: texts.video,
  fields: (shop) => ({
    file: blockFile({ label: shop.t(texts.videoFile), endings: ['mp4', 'webm'] }),
    captions: blockFile({ label: shop.t(texts.videoCaptions), hint: shop.t(texts.captionsHint), endings: ['vtt'] }),
    address: line({
      ...{ label: shop.t(texts.videoAddress), max: 300 },
      ...{ isValid: (address) => parseVideoAddress(address) !== null, invalid: shop.t(texts.videoInvalid) },
    }),
    title: line({ label: shop.t(texts.videoTitle), max: 200 }),
    pictures: { ...pictures(shop), label: shop.t(texts.videoPoster) },
  }),
  initial: { file: '', captions: '', address: '', title: '', pictures: [] },
  // A player of another site needs an entry in the content security policy of the page.
  stands: 'page',
  styles: 'src/features/content/blocks/kinds/video.page.css',
  load: (call, blocks) => loadPictures(call, blocks),
  render({ shop, context, values, data: [row] }) {
    const props = { shop, context, values, poster: row ? shop.media.picture(row) : null };
    return parseFileName(values.file) ? renderFile(props) : renderProvider(props);
  },
  toText: ({ title }) => title,
  toSummary: ({ title, address }) => title || address,
});

function renderFile({ context: { t, locale }, values: { file, captions, title }, poster }: VideoProps) {
  const parsed = parseFileName(file);
  if (!parsed) return null;
  const address = getFileAddress(file);
  return (
    <figure className="video">
      <video
        className="video__frame"
        controls
        preload="none"
        playsInline
        {...(poster ? { poster: poster.src } : {})}
        {...(title === '' ? {} : { 'aria-label': title })}
      >
        <source src={address} type={blockFileTypes[parsed.ending].mime} />
        {parseFileName(captions) && (
          <track
            kind="captions"
            src={getFileAddress(captions)}
            srcLang={locale}
            label={t(texts.captionsLabel)}
            default
          />
        )}
        <a href={address}>{t(texts.videoDownload)}</a>
      </video>
      {title !== '' && <figcaption>{title}</figcaption>}
    </figure>
  );
}

function renderProvider({ shop, context: { t }, values: { address, title }, poster }: VideoProps) {
  const video = parseVideoAddress(address);
  if (!video) return null;
  const { name, script, frame } = videoProviders[video.provider];
  const isPlayedHere = shop.settings(contentSettings).playsVideos;
  const label = title || t(texts.video);
  const link = (
    <a className="video__frame video__open" href={video.page} rel="noopener" data-video="">
      {poster && <Picture picture={poster} alt="" sizes="(min-width: 850px) 720px, 94vw" />}
      <span className="video__label">
        <span aria-hidden="true">▶ </span>
        {t(texts.videoOpen, { provider: name, title: label })}
      </span>
    </a>
  );
  if (!isPlayedHere) return <div className="video">{link}</div>;
  allowOrigins({ script: [new URL(script).origin], frame: [frame] });
  const [before = '', linked = '', after = ''] = t(texts.videoNote, { provider: name }).split(/<\/?link>/);
  return (
    <Behaviour of="content/video" when="visible">
      <div
        className="video"
        data-provider={video.provider}
        data-script={script}
        data-player={video.player}
        data-question={videoQuestion}
        data-label={label}
        data-failed={t(texts.videoFailed)}
      >
        {link}
        <p className="video__note">
          {before}
          <a href={consentPath}>{linked}</a>
          {after}
        </p>
      </div>
    </Behaviour>
  );
}
