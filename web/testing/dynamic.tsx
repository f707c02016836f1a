import { type ComponentType, createElement, useEffect, useState } from 'react';
import { beforeAll } from 'vitest';

type Loaded<P> = ComponentType<P> | { default: ComponentType<P> };

const all: (() => Promise<unknown>)[] = [];

/**
 * Stands for `next/dynamic`: what a page loads as a part of its own. Next has it there as the page
 * renders, which `withParts` is for; else it comes a moment later.
 */
export default function dynamic<P extends object>(load: () => Promise<Loaded<P>>): ComponentType<P> {
  let part: ComponentType<P> | null = null;
  let coming: Promise<unknown> | null = null;
  const come = () => {
    coming ??= load().then((loaded) => {
      part = 'default' in loaded ? loaded.default : loaded;
    });
    return coming;
  };
  all.push(come);
  return function Part(props: P) {
    const [, again] = useState(false);
    useEffect(() => void come().then(() => again(true)), []);
    return part && createElement(part, props);
  };
}

/** Has the parts of the pages there in this file's tests, as a page has when it renders. */
export function withParts(): void {
  beforeAll(() => Promise.all(all.map((come) => come())));
}
