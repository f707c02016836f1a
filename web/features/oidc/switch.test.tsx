import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OidcConsentScreenDocument } from '@/generated/OidcConsentScreen';
import { OidcSelectAccountScreenDocument } from '@/generated/OidcSelectAccountScreen';
import { renderView } from '@/testing/render';
import { ConsentView } from './ConsentView';
import { SelectAccountView } from './SelectAccountView';

const clientInfo = {
  clientId: 'cinema',
  clientName: 'Cinema Diary',
  clientNameJa: 'シネマ手帖',
  logoUri: null,
  serviceLogoUri: null,
  description: null,
  providerName: null,
  tosUri: null,
  privacyUri: null,
};
const page = { redirectTo: null, flowError: null, request: 'key', accountId: 'a1', accountName: '太郎', clientInfo };

/** Where the form leads to that the button sends, and the request in it. */
function sends(button: HTMLElement) {
  const { form, formAction } = button as HTMLButtonElement;
  const action = button.hasAttribute('formaction') ? formAction : form?.action;
  const request = form && new FormData(form).get('request');
  return [form?.method, action && new URL(action).pathname, request];
}

describe('X-06: going on with another account is a form of our page, never a link', () => {
  const name = '別のアカウントでログインする';
  const switching = ['post', '/oidc/selectAccount/form/switch', 'key'];

  it.each([true, false])('on the account choice, where the app asks for this account: %s', (isAsked) => {
    renderView(<SelectAccountView />, {
      document: OidcSelectAccountScreenDocument,
      variables: { request: 'key' },
      data: { screen: { ...page, isAsked } },
      address: '/oidc/select-account?request=key',
    });
    expect(sends(screen.getByRole('button', { name }))).toEqual(switching);
    expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it('on the consent page', () => {
    renderView(<ConsentView />, {
      document: OidcConsentScreenDocument,
      variables: { request: 'key' },
      data: {
        screen: {
          ...page,
          requestScopeKeys: ['openid'],
          authorizedScopeKeys: [],
          unauthorizedScopeKeys: ['openid'],
          updatedScopeKeys: [],
          storeScopeSettings: [
            {
              scopeKey: 'openid',
              scopeName: 'ログイン',
              scopeDescription: '会員の識別子',
              required: true,
              examples: [],
            },
          ],
          oidcPrecautions: [],
          oidcProviderName: 'ストア',
        },
      },
      address: '/oidc/consent?request=key',
    });
    expect(sends(screen.getByRole('button', { name }))).toEqual(switching);
    expect(screen.queryByRole('link', { name })).toBeNull();
  });
});
