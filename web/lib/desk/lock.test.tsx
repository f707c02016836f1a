import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLock } from './lock';

describe('the lock of a page of the staff', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const wait = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * 60_000));

  it('comes after ten minutes without a touch, and takes the data of the page away', () => {
    document.body.innerHTML = '<script id="__NEXT_DATA__" type="application/json">{}</script>';
    const { result } = renderHook(useLock);
    wait(9);
    document.dispatchEvent(new Event('keydown'));
    wait(9);
    expect(result.current).toBe(false);
    wait(1);
    expect(result.current).toBe(true);
    expect(document.getElementById('__NEXT_DATA__')).toBeNull();
    document.dispatchEvent(new Event('pointermove'));
    wait(1);
    expect(result.current).toBe(true);
  });

  it('is there when the machine has slept, before a touch counts', () => {
    const { result } = renderHook(useLock);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    act(() => void document.dispatchEvent(new Event('pointerdown')));
    expect(result.current).toBe(true);
  });

  it('loads a page anew that the browser has kept', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    renderHook(useLock);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(reload).not.toHaveBeenCalled();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
