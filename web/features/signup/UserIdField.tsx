import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from '@/lib/i18n';
import { limits } from '@/lib/limits';
import { toHalfWidth } from '@/lib/typed';
import { useUserIdCheck } from '@/lib/useUserIdCheck';
import { TextField } from '@/ui/TextField';

type Props = {
  required: boolean;
  /** The IDs the server has said are in use, for the form's schema. */
  taken: Set<string>;
};

/**
 * A name of the member's choice. Password managers keep the address as the user name, so this field
 * is no business of theirs.
 */
export function UserIdField({ required, taken }: Props) {
  const { t } = useTranslation('signup');
  const { getValues, trigger } = useFormContext();
  const [known] = useState(() => String(getValues('userId')));
  const check = useUserIdCheck(known, taken, () => trigger('userId'));
  return (
    <TextField
      name="userId"
      label={t('fields.userId')}
      required={required}
      hint={t('fields.userIdHint', limits.userId)}
      autoComplete="off"
      spellCheck={false}
      width="half"
      normalise={toHalfWidth}
      onLeave={(value) => void check(value)}
    />
  );
}
