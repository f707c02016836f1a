import { useState } from 'react';
import { EmailUndoScreenDocument } from '@/generated/EmailUndoScreen';
import { UndoEmailChangeDocument } from '@/generated/UndoEmailChange';
import { Completed } from '@/layouts/Completed';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { usePageQuery } from '@/lib/apollo';
import { useTranslation } from '@/lib/i18n';
import { usePage, useStore } from '@/lib/pageContext';
import { paths } from '@/lib/paths';
import { ActionNotice } from '@/ui/ActionNotice';
import { Button } from '@/ui/Button';

/** Takes a change of the address back, once the button is pressed: mail programs open links by themselves. */
export function EmailUndoView() {
  const { t } = useTranslation('email');
  const { screen } = usePageQuery(EmailUndoScreenDocument);
  const [undone, setUndone] = useState(false);
  if (undone) return <Undone />;
  if (!screen?.email) return <PageHeading title={t('undo.title')} />;
  return <Ask email={screen.email} onUndone={() => setUndone(true)} />;
}

function Ask({ email, onUndone }: { email: string; onUndone: () => void }) {
  const { t } = useTranslation('email');
  const { variables } = usePage();
  const undo = useAction(UndoEmailChangeDocument, undefined, { onDone: onUndone });
  return (
    <>
      <PageHeading title={t('undo.title')} lead={t('undo.lead')} />
      <p className="font-bold break-all">{email}</p>
      <p>{t('undo.ends')}</p>
      <ActionNotice action={undo} ns="email" />
      <Button wide pending={undo.pending} onClick={() => void undo.run({ token: String(variables.token ?? '') })}>
        {t('undo.submit')}
      </Button>
    </>
  );
}

/** The person who made the change may know the password, hence a new one is the next step. */
function Undone() {
  const { t } = useTranslation('email');
  const { isEnabledPassword } = useStore();
  const next = isEnabledPassword
    ? { href: paths.forgotPassword, label: t('undone.reset') }
    : { href: paths.login(), label: t('undone.login') };
  return (
    <Completed title={t('undone.title')} text={t('undone.text')} next={next}>
      {isEnabledPassword && <p>{t('undone.next')}</p>}
    </Completed>
  );
}
