import dynamic from 'next/dynamic';
import { PageHeading } from '@/layouts/PageHeading';
import { useDesk } from '@/lib/desk/desk';
import { deskCalls } from '@/lib/desk/paths';
import { useTranslation } from '@/lib/i18n';
import { orNotice } from '@/ui/PartMissing';
import { TextLink } from '@/ui/TextLink';

const Explorer = dynamic(() => orNotice(import('./Explorer').then((part) => part.default)), { ssr: false });

/** Where people of the staff try what their tools will ask. */
export function ExplorerView() {
  const { t } = useTranslation('desk');
  const { data } = useDesk();
  if (!data) return null;
  return (
    <>
      <PageHeading title={t('explorer.title')} lead={t('explorer.lead')} />
      <TextLink opens="document" href={deskCalls.schema} className="self-start">
        {t('explorer.schema')}
      </TextLink>
      <div className="h-[75dvh] min-h-[480px] overflow-hidden rounded-control border border-line">
        <Explorer />
      </div>
    </>
  );
}
