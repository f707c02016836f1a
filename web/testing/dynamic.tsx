import { type ComponentType, createElement, useEffect, useState } from 'react';
import { beforeAll } from 'vitest';

type Loaded<P> = ComponentType<P> | { default: ComponentType<P> };
type Coming<P> = { now: ComponentType<P> | null; come: () => Promise<unknown> };

const all: (() => Promise<unknown>)[] = [];

/**
 * Stands for `next/dynamic`: what a page loads as a part of its own. Next has it there as the page
 * renders, which `withParts` is for; else it comes a moment later.
 */
export default function dynamic<P extends object>(load: () => Promise<Loaded<P>>): ComponentType<P> {
  let coming: Promise<unknown> | null = null;
  const of: Coming<P> = {
    now: null,
    come: () => {
      coming ??= load().then((loaded) => {
        of.now = 'default' in loaded ? loaded.default : loaded;
      });
      return coming;
    },
  };
  all.push(of.come);
  return (props) => <Part of={of} props={props} />;
}

function Part<P extends object>({ of, props }: { of: Coming<P>; props: P }) {
  const [, again] = useState(false);
  useEffect(() => void of.come().then(() => again(true)), [of]);
  return of.now && createElement(of.now, props);
}

/** Has the parts of the pages there in this file's tests, as a page has when it renders. */
export function withParts(): void {
  beforeAll(() => Promise.all(all.map((come) => come())));
}
