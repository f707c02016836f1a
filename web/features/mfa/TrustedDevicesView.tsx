import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { DeleteAllTrustedDevicesDocument } from '@/generated/DeleteAllTrustedDevices';
import { DeleteTrustedDeviceDocument } from '@/generated/DeleteTrustedDevice';
import { TrustedDeviceScreenDocument, type TrustedDeviceScreenQuery } from '@/generated/TrustedDeviceScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useAction } from '@/lib/action';
import { changeScreen } from '@/lib/changeScreen';
import { formatSecond } from '@/lib/format';
import { useTranslation } from '@/lib/i18n';
import { useLocale } from '@/lib/pageContext';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Card';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DefinitionList } from '@/ui/DefinitionList';

type Device = NonNullable<TrustedDeviceScreenQuery['screen']>['trustedDevices'][number];

/** The browsers that need no second factor for a while, and how to take that from them. */
export function TrustedDevicesView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(TrustedDeviceScreenDocument);
  const screen = data?.screen;
  const [asking, setAsking] = useState<Device | 'all' | null>(null);
  const failure = { at: 'toast', says: t('devices.failed'), instead: true } as const; // no field to show it at
  const remove = useAction(DeleteTrustedDeviceDocument, undefined, {
    failure,
    update: (cache, { trustedDevices }) => changeScreen(cache, TrustedDeviceScreenDocument, { trustedDevices }),
    onDone: () => toast.done(t('devices.deleted')),
  });
  const removeAll = useAction(DeleteAllTrustedDevicesDocument, undefined, {
    failure,
    onDone: () => window.location.reload(),
  });
  if (!screen) return null;
  const { trustedDevices: devices } = screen;
  const confirm = async () => {
    if (asking === 'all') await removeAll.run({});
    else if (asking) await remove.run({ deviceToken: asking.deviceToken });
    setAsking(null);
  };
  const all = asking === 'all';
  return (
    <>
      <PageHeading title={t('devices.title')} lead={devices.length > 0 && t('devices.lead')} />
      {devices.length === 0 && <Empty>{t('devices.empty')}</Empty>}
      <ul className="flex flex-col gap-4">
        {devices.map((device) => (
          <li key={device.deviceToken} className="card flex flex-col gap-3">
            <DeviceFacts device={device} />
            <Button kind="danger" className="self-start" onClick={() => setAsking(device)}>
              {t('devices.delete')}
            </Button>
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <Button kind="danger" className="self-start" onClick={() => setAsking('all')}>
          {t('devices.deleteAll')}
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t(all ? 'devices.askAll' : 'devices.ask')}
        confirmLabel={t(all ? 'devices.deleteAll' : 'devices.delete')}
        danger
        pending={remove.pending || removeAll.pending}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(null)}
      >
        {asking && asking !== 'all' && <p className="font-bold">{nameOf(asking) ?? t('devices.unnamed')}</p>}
        <p>{all ? t('devices.textAll', { count: devices.length }) : t('devices.text')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The name of a browser for the member; null when it is unknown. */
function nameOf({ option: { deviceInfo, browserInfo } }: Device): string | null {
  return [deviceInfo, browserInfo].filter(Boolean).join(' / ') || null;
}

function DeviceFacts({ device }: { device: Device }) {
  const locale = useLocale();
  const { t } = useTranslation('mfa');
  const { deviceInfo, browserInfo } = device.option;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-base">{nameOf(device) ?? t('devices.unnamed')}</h2>
        {device.currentDevice && <Badge tone="accent">{t('devices.current')}</Badge>}
      </div>
      <DefinitionList
        facts={[
          { term: t('devices.device'), detail: deviceInfo ?? t('devices.unknown') },
          { term: t('devices.browser'), detail: browserInfo ?? t('devices.unknown') },
          {
            term: t('devices.since'),
            detail: <span className="tabular-nums">{formatSecond(device.createdAt, locale)}</span>,
          },
        ]}
      />
    </>
  );
}
