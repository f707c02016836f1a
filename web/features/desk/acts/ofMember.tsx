import { EndSessionsDocument, type EndSessionsInput, type EndSessionsMutation } from '@/generated/staff/EndSessions';
import { ForgetDevicesDocument } from '@/generated/staff/ForgetDevices';
import { GuardMemberDocument } from '@/generated/staff/GuardMember';
import { RequireNewPasswordDocument } from '@/generated/staff/RequireNewPassword';
import { SendResetLinkDocument } from '@/generated/staff/SendResetLink';
import { UnblockDocument } from '@/generated/staff/Unblock';
import { UnguardMemberDocument } from '@/generated/staff/UnguardMember';
import { ViewMemberDocument } from '@/generated/staff/ViewMember';
import type { StaffDocument } from '@/lib/desk/document';
import { ActForm } from './ActForm';
import type { ActName, ActProps } from './act';

// Acts that need to be told nothing but the member and why.

/** Logs the member out everywhere. */
export function EndSessions(props: ActProps) {
  return <OfMember {...props} name="endSessions" document={EndSessionsDocument} danger />;
}

/** Asks for a second factor again in every browser that the member trusts. */
export function ForgetDevices(props: ActProps) {
  return <OfMember {...props} name="forgetDevices" document={ForgetDevicesDocument} danger />;
}

/** Mails the link that sets a new password. */
export function SendResetLink(props: ActProps) {
  return <OfMember {...props} name="sendResetLink" document={SendResetLinkDocument} />;
}

/** Logs the member out everywhere and has them set a new password. */
export function RequireNewPassword(props: ActProps) {
  return <OfMember {...props} name="requireNewPassword" document={RequireNewPasswordDocument} danger />;
}

/** Lets a blocked member in again. */
export function Unblock(props: ActProps) {
  return <OfMember {...props} name="unblock" document={UnblockDocument} />;
}

/** Lets the caller see pages of the member as the member sees them. */
export function ViewMember(props: ActProps) {
  return <OfMember {...props} name="viewMember" document={ViewMemberDocument} />;
}

/** Hides a member who needs more care. */
export function GuardMember(props: ActProps) {
  return <OfMember {...props} name="guardMember" document={GuardMemberDocument} />;
}

/** Takes that back. */
export function UnguardMember(props: ActProps) {
  return <OfMember {...props} name="unguardMember" document={UnguardMemberDocument} danger />;
}

type Props = ActProps & {
  name: ActName;
  document: StaffDocument<EndSessionsMutation, { input: EndSessionsInput }>;
  danger?: boolean;
};

function OfMember({ page: { member }, ...props }: Props) {
  return (
    <ActForm
      {...props}
      schema={async () => (await import('../schema')).reasonSchema}
      first={{}}
      input={(why) => ({ accountId: member.accountId, ...why })}
    />
  );
}
