import { describe, expect, it } from 'vitest';
import { prefectureName, prefectureOptions, prefectures } from './prefectures';

describe('prefectures (K-037)', () => {
  it('are 47, from Hokkaido (1) to Okinawa (47), in both languages', () => {
    for (const locale of ['ja', 'en'] as const) expect(new Set(prefectures[locale]).size).toBe(47);
    expect(prefectureOptions('ja')[0]).toEqual({ value: '1', label: '北海道' });
    expect(prefectureName(47, 'en')).toBe('Okinawa');
    expect(prefectureName(13, 'ja')).toBe('東京都');
    expect(prefectureName(null, 'ja')).toBe('');
  });
});
