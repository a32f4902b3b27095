import { afterEach, expect, it, vi } from 'vitest';
import { call } from '#platform/http/browser/api.ts';
import { uploadPicture } from './upload-picture.ts';

vi.mock('#platform/http/browser/api.ts', () => ({ call: vi.fn() }));
afterEach(() => vi.mocked(call).mockReset());

const upload = () =>
  uploadPicture({
    file: new File(['x'], 'bowl.png'),
    ...{ rest: '/rest', signal: new AbortController().signal, onProgress: () => {}, onSent: () => {} },
  });
const media = { id: 7, name: 'bowl.png', alt: '', image: '/media/a' };
const failed = { ok: false, status: 503, code: 'MEDIA_NOT_PROCESSED', message: 'No.' } as never;

it('[7.3/9] a new picture whose sizes can not be made is deleted after five tries', async () => {
  vi.mocked(call).mockResolvedValueOnce({ ok: true, data: { ...media, isReady: false } } as never);
  vi.mocked(call).mockResolvedValue(failed);
  expect(await upload()).toEqual({ ok: false, reason: null });
  expect(vi.mocked(call).mock.calls.map(([, options]) => options?.method)).toEqual([
    ...['POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'DELETE'],
  ]);
});

it('a picture that the library had before is never deleted by sending it again', async () => {
  vi.mocked(call).mockResolvedValueOnce({ ok: true, data: { ...media, isReady: true } } as never);
  vi.mocked(call).mockResolvedValue(failed);
  expect(await upload()).toMatchObject({ ok: true, media: { id: 7 } });
  expect(vi.mocked(call)).toHaveBeenCalledTimes(1);
});
