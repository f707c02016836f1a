import { limits } from '@/lib/limits';
import { toHalfWidth } from '@/lib/typed';

const { length } = limits.profilePin;

/** The digits of both rows, one after the other; an empty box is an empty text. */
export type Boxes = string[];

export const emptyBoxes: Boxes = Array<string>(2 * length).fill('');

export function pinOf(boxes: Boxes): string {
  return boxes.slice(0, length).join('');
}

export function confirmOf(boxes: Boxes): string {
  return boxes.slice(length).join('');
}

/** What became of the boxes, and which of them the focus goes to. */
export type Edit = { boxes: Boxes; at: number };

/**
 * The boxes after something was typed into one, or filled in by the browser: one digit takes the
 * place of the former one and moves on (S-100, S-103), as many as a row has fill it, nothing clears
 * the box. Anything else is ignored (S-101): null.
 */
export function typed(boxes: Boxes, at: number, value: string): Edit | null {
  const text = value.normalize('NFKC');
  const former = boxes[at] ?? '';
  if (text === '') return { boxes: boxes.with(at, ''), at };
  const added = text.length > 1 ? text.replace(former, '') : text;
  if (/^[0-9]$/.test(added)) return { boxes: boxes.with(at, added), at: Math.min(at + 1, boxes.length - 1) };
  return pasted(boxes, at, text);
}

/** A paste fills the row from its first box, when it is exactly the digits of one (S-104). */
export function pasted(boxes: Boxes, at: number, value: string): Edit | null {
  const text = toHalfWidth(value);
  if (text.length !== length || !/^[0-9]*$/.test(text)) return null;
  const first = at - (at % length);
  const filled = [...boxes.slice(0, first), ...text, ...boxes.slice(first + length)];
  return { boxes: filled, at: Math.min(first + length, boxes.length - 1) };
}

/** Backspace clears the box and moves back (S-102). */
export function erased(boxes: Boxes, at: number): Edit {
  return { boxes: boxes.with(at, ''), at: Math.max(at - 1, 0) };
}
