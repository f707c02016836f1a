import { useQuery } from '@apollo/client/react';
import { ChevronRight, KeyRound, MonitorSmartphone } from 'lucide';
import type { ReactNode } from 'react';
import { MultiFactorSettingScreenDocument } from '@/generated/MultiFactorSettingScreen';
import { PageHeading } from '@/layouts/PageHeading';
import { useTranslation } from '@/lib/i18n';
import { Link } from '@/lib/nav';
import { paths } from '@/lib/paths';
import { Badge } from '@/ui/Badge';
import { type Drawing, Icon } from '@/ui/Icon';
import { DisableFactor } from './DisableFactor';
import { factorIcons, factorPages, isFactor } from './factor';

/** The second factors the store offers, what stands in for them, and the devices that need none. */
export function MultiFactorSettingView() {
  const { t } = useTranslation('mfa');
  const { data } = useQuery(MultiFactorSettingScreenDocument);
  const screen = data?.screen;
  if (!screen) return null;
  const { types, multiFactorType: enabled } = screen;
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <ul className="flex flex-col gap-4">
        {types.map(
          ({ type, enabled: isOn }) =>
            isFactor(type) && (
              <Row
                key={type}
                href={factorPages[type]}
                icon={factorIcons[type]}
                name={t(`types.${type}`)}
                detail={t(`details.${type}`)}
                state={<Badge tone={isOn ? 'done' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge>}
              >
                {isOn && <DisableFactor type={type} isLast={enabled.length === 1} />}
              </Row>
            ),
        )}
        {screen.isEnabledMultiFactor && (
          <Row
            href={paths.backupCode}
            icon={KeyRound}
            name={t('backupCode.title')}
            detail={t('backupCode.detail')}
            state={t('backupCode.left', { count: screen.backupCodesLeft })}
          />
        )}
        <Row
          href={paths.trustedDevices}
          icon={MonitorSmartphone}
          name={t('devices.title')}
          detail={t('devices.detail')}
          state={t('devices.count', { count: screen.trustedDeviceCount })}
        />
      </ul>
    </>
  );
}

type RowProps = {
  href: string;
  icon: Drawing;
  name: string;
  detail: string;
  state: ReactNode;
  children?: ReactNode;
};

function Row({ href, icon, name, detail, state, children }: RowProps) {
  return (
    <li className="card flex flex-col gap-3 py-3">
      <Link href={href} className="flex min-h-14 items-center gap-3 text-ink no-underline">
        <Icon of={icon} className="size-5 shrink-0" />
        <span className="min-w-0 grow">
          <span className="block font-bold">{name}</span>
          <span className="block text-sm text-ink-2">{detail}</span>
        </span>
        <span className="shrink-0 text-sm tabular-nums">{state}</span>
        <Icon of={ChevronRight} className="size-5 shrink-0 text-ink-2" />
      </Link>
      {children}
    </li>
  );
}
