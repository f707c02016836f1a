import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OidcLogoutScreenDocument } from '@/generated/OidcLogoutScreen';
import { renderView } from '@/testing/render';
import { OidcLogoutView } from './OidcLogoutView';

it('leaves nothing of what was typed to the next person', () => {
  sessionStorage.setItem('kaiin.draft.profile', '{}');
  renderView(<OidcLogoutView />, {
    document: OidcLogoutScreenDocument,
    variables: { clientId: null, postLogoutRedirectUri: null, state: null },
    data: {
      screen: {
        ...{ redirectTo: null, flowError: null, clientInfo: null, postLogoutRedirectUri: null, state: null },
        ...{ accountId: 'a1', accountName: '太郎' },
      },
    },
    address: '/oidc/logout',
  });
  fireEvent.submit(screen.getByRole('button').closest('form') as HTMLFormElement);
  expect(sessionStorage).toHaveLength(0);
});
