import 'i18next';
import type { Messages } from '@/messages/registry';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Messages;
    returnNull: false;
  }
}
