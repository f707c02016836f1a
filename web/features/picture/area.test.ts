import { describe, expect, it } from 'vitest';
import { percentOf, squareOf } from './area';

describe('the square that is cropped (V-059)', () => {
  const tall = { width: 300, height: 600 };
  it('is in the middle, and square in the image', () => {
    expect(squareOf(tall, 100)).toEqual({ unit: '%', x: 0, y: 25, width: 100, height: 50 });
    expect(squareOf({ width: 800, height: 400 }, 50)).toEqual({ unit: '%', x: 37.5, y: 25, width: 25, height: 50 });
  });
  it('grows and shrinks around its middle, and stays in the image', () => {
    const corner = { unit: '%', x: 0, y: 0, width: 20, height: 10 } as const;
    expect(squareOf(tall, 60, corner)).toEqual({ unit: '%', x: 0, y: 0, width: 60, height: 30 });
    const end = { unit: '%', x: 80, y: 90, width: 20, height: 10 } as const;
    expect(squareOf(tall, 60, end)).toEqual({ unit: '%', x: 40, y: 70, width: 60, height: 30 });
  });
  it.each([
    [0, 20],
    [20, 20],
    [100, 100],
    [1000, 100],
  ])('of %i percent has %i', (asked, has) => expect(percentOf(tall, squareOf(tall, asked))).toBe(has));
});
