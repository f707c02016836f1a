import type { ReactNode } from 'react';
import { useTranslation } from '@/lib/i18n';
import { paths } from '@/lib/paths';
import type { Namespace } from '@/messages/registry';
import { LinkButton } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { PageHeading } from './PageHeading';

type Props = {
  title: string;
  /** What happened, and what comes by mail. */
  text: string;
  /** The one next step. */
  next: { href: string; label: string };
  /** Another way, after the next step. */
  after?: ReactNode;
  children?: ReactNode;
};

/** The last page of a flow. */
export function Completed({ title, text, next, after, children }: Props) {
  return (
    <>
      <PageHeading title={title} />
      <Notice tone="done">{text}</Notice>
      {children}
      <LinkButton href={next.href} wide>
        {next.label}
      </LinkButton>
      {after}
    </>
  );
}

const nextSteps = { toMypage: paths.mypage, toMethods: paths.paymentMethods };

/**
 * Pages that say what was done and nothing more: the feature's texts `{key}.title` and
 * `{key}.text`, and their next step.
 */
const completions = {
  email: { edited: 'toMypage', verified: 'toMypage' },
  password: { enabled: 'toMypage', edited: 'toMypage' },
  payment: { deleted: 'toMethods' },
  registration: { edited: 'toMypage' },
  picture: { changed: 'toMypage' },
  pin: { set: 'toMypage' },
  social: { enabled: 'toMypage', disabled: 'toMypage' },
  userId: { edited: 'toMypage' },
} as const satisfies Partial<Record<Namespace, Record<string, keyof typeof nextSteps>>>;

type Completions = typeof completions;

type Row = { name: keyof Completions; of: string; next: keyof typeof nextSteps };

function Said({ name, of, next }: Row) {
  const { t } = useTranslation(name);
  const text = t as (key: string) => string;
  const label = text(next);
  return <Completed title={text(`${of}.title`)} text={text(`${of}.text`)} next={{ href: nextSteps[next], label }} />;
}

/** The view of one of them: `completed('userId', 'edited')`. */
export function completed<Name extends keyof Completions>(name: Name, of: keyof Completions[Name] & string) {
  const next = completions[name][of] as Row['next'];
  return () => <Said name={name} of={of} next={next} />;
}
