import type { ReactNode } from 'react';

/** Phone numbers and the like, and days. */
const whole = /(\d+(?:-\d+)+|\d+年\d+月\d+日)/;

/** What is between the parts of an address line: name / address / phone. */
const between = ' / ';

/**
 * A text of the terms with phone numbers and the like, and days, each on one line. A line of name,
 * address and phone goes on to the next line between them, as long as each has room.
 */
export function unbroken(text: string): ReactNode {
  const parts = text.split(between);
  if (parts.length === 1) return numbersWhole(text);
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index}>
        <span className="inline-block">{numbersWhole(isLast ? part : `${part} /`)}</span>
        <span>{isLast ? '' : ' '}</span>
      </span>
    );
  });
}

function numbersWhole(text: string): ReactNode {
  return text.split(whole).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
