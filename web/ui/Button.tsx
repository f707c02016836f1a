import { LoaderCircle } from 'lucide';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from '@/lib/i18n';
import { Link, PlainLink } from '@/lib/nav';
import { cx } from './cx';
import { Icon } from './Icon';

export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'text';

const looks: Record<ButtonKind, string> = {
  primary: 'button button-primary',
  secondary: 'button button-secondary',
  danger: 'button button-danger',
  text: 'button button-text',
};

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind;
  /** Says 処理中… in place of the label, keeps the width, and takes no second press. */
  pending?: boolean;
  wide?: boolean;
  /** As wide as its label on phones too: beside a field, in a row. */
  fit?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

function widthOf(wide: boolean, fit: boolean): string {
  if (fit) return 'w-auto';
  return wide ? 'w-full' : 'w-full sm:w-auto';
}

/**
 * A button that says what happens. While pending it keeps the focus, so that a keyboard user is not
 * thrown to the top.
 */
export function Button({
  kind = 'primary',
  pending = false,
  wide = false,
  fit = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) {
  const { t } = useTranslation('common');
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      aria-disabled={pending || undefined}
      onClick={press}
      className={cx(looks[kind], widthOf(wide, fit), 'relative', className)}
      {...rest}
    >
      <span className={cx('inline-flex items-center justify-center gap-2', pending && 'invisible')}>{children}</span>
      {pending && (
        <span className="absolute inset-0 inline-flex items-center justify-center gap-2">
          <Icon of={LoaderCircle} className="size-5 animate-spin" />
          {t('working')}
        </span>
      )}
    </button>
  );
}

type LinkButtonProps = {
  href: string;
  kind?: ButtonKind;
  wide?: boolean;
  /** It is no page of ours: the browser follows it by itself. */
  elsewhere?: boolean;
  className?: string;
  children: ReactNode;
};

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton({
  href,
  kind = 'primary',
  wide = false,
  elsewhere = false,
  className,
  children,
}: LinkButtonProps) {
  const To = elsewhere ? PlainLink : Link;
  return (
    <To href={href} className={cx(looks[kind], widthOf(wide, false), className)}>
      {children}
    </To>
  );
}
