import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, answerError, asked } from '@/testing/api';
import { renderView } from '@/testing/render';
import { onColour } from './contrast';
import { SamplePlayer } from './SamplePlayer';
import type { StreamFailure } from './streamFailure';

const stop = vi.fn();
let fail: (why: StreamFailure) => void = () => {};
const attach = vi.fn((_video: HTMLVideoElement, _src: string, onFailure: typeof fail) => {
  fail = onFailure;
  return stop;
});
vi.mock('./hls', () => ({ attach: (...given: Parameters<typeof attach>) => attach(...given) }));

const src = 'https://streams.example/trailer/index.m3u8';
const media = {
  refId: 'trailer',
  name: '予告編',
  duration: 8,
  poster: null,
  sources: [{ src, type: 'application/vnd.apple.mpegurl' }],
  tracks: [
    { kind: 'captions', src: 'https://streams.example/trailer/captions.ja.vtt', srclang: 'ja', label: '日本語' },
  ],
};
const found = (changes: object = {}) => ({
  result: { redirectTo: null, flowError: null, userErrors: [], media: { ...media, ...changes } },
});

type Sample = { refId: string; stream: string | null };

function show(sample: Sample | null = { refId: 'trailer', stream: null }, locale: 'ja' | 'en' = 'ja') {
  const settings = { player: { playbackRates: [2, 0.5], testVideoMediaRefId: null } };
  return renderView(<SamplePlayer sample={sample} name="見放題" poster="/p.svg" />, {
    locale,
    storeSettingData: settings,
  });
}

const button = () => screen.getByRole<HTMLButtonElement>('button');
const video = (container: HTMLElement) => container.querySelector('video') as HTMLVideoElement;

/** Presses play and waits for the stream. */
async function play() {
  await userEvent.click(button());
  await waitFor(() => expect(attach).toHaveBeenCalled());
}

beforeEach(() => {
  attach.mockClear();
  stop.mockClear();
});

describe('the sample', () => {
  it('L-057 C-069: is a picture and a button until it is pressed, then a video with captions, which has the focus', async () => {
    answer('FetchPlayback', found());
    const { container, unmount } = show();
    expect(button().textContent).toBe('サンプル映像を再生する');
    expect(video(container)).toBeNull();
    expect(asked('FetchPlayback')).toEqual([]);
    await play();
    expect(asked('FetchPlayback')).toEqual([{ refId: 'trailer' }]);
    expect(attach.mock.calls[0]?.[1]).toBe(src);
    const element = video(container);
    expect(element.getAttribute('aria-label')).toBe('見放題のサンプル映像');
    expect(element.getAttribute('poster')).toBe('/p.svg');
    expect(element.controls).toBe(true);
    expect(document.activeElement).toBe(element);
    const [track] = container.querySelectorAll('track');
    expect([track?.kind, track?.srclang, track?.label]).toEqual(['captions', 'ja', '日本語']);
    unmount();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('F-029: plays at the speeds of the store', async () => {
    answer('FetchPlayback', found());
    const { container } = show();
    await play();
    const speeds = screen.getByRole<HTMLSelectElement>('combobox', { name: '再生速度' });
    expect([...speeds.options].map(({ text }) => text)).toEqual(['0.5倍', '1倍', '2倍']);
    expect(speeds.value).toBe('1');
    await userEvent.selectOptions(speeds, '2');
    expect(video(container).playbackRate).toBe(2);
  });

  it('K-024 K-025: in development the test video is played, and no other is requested', async () => {
    show({ refId: 'test', stream: 'http://box/test/index.m3u8' });
    await play();
    expect(attach.mock.calls[0]?.[1]).toBe('http://box/test/index.m3u8');
    expect(asked('FetchPlayback')).toEqual([]);
  });

  it('of a plan without one is not there', () => {
    expect(show(null).container.querySelector('section')).toBeNull();
  });
});

describe('what cannot be played', () => {
  it('is said in the words of the server, and can be tried again', async () => {
    answerError('FetchPlayback', 'SAMPLE_UNAVAILABLE', 'このサンプル映像は現在再生できません。');
    answer('FetchPlayback', found());
    show();
    await userEvent.click(button());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('このサンプル映像は現在再生できません。'));
    expect(button().textContent).toBe('もう一度再生する');
    await play();
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it.each([
    ['network', /読み込めませんでした/],
    ['media', /別のブラウザーや端末/],
    ['unsupported', /対応していません/],
  ] as const)('%s: says so, and that the order can go on', async (why, words) => {
    answer('FetchPlayback', found());
    const { container } = show();
    await play();
    act(() => fail(why));
    expect(video(container)).toBeNull();
    expect(screen.getByRole('status').textContent).toMatch(words);
    expect(screen.getByRole('status').textContent).toContain('お申し込みはこのままお進みいただけます。');
    expect(document.activeElement).toBe(button());
  });

  it('does not take the focus from the order', async () => {
    answer('FetchPlayback', found());
    show(undefined, 'en');
    await play();
    const speeds = screen.getByRole('combobox');
    const elsewhere = document.body.appendChild(document.createElement('input'));
    speeds.blur();
    elsewhere.focus();
    act(() => fail('network'));
    expect(screen.getByRole('status').textContent).toMatch(/could not be loaded/);
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });
});

it('F-020: what is drawn on the colour of the player can be seen', () => {
  expect(['#ffffff', '#e8a33d', '#000000', '#1f5eff', '#777777', ''].map(onColour)).toEqual([
    'black',
    'black',
    'white',
    'white',
    'black',
    'white',
  ]);
});
