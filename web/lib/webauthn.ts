// Passkeys of the device (Web Authentication Level 3). What the server asks and is answered is
// JSON, in which bytes are base64url. Browsers of 2024 cannot read and write it: that is done here.

type Descriptor = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] };

const bytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0)).buffer;

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const named = (all: Descriptor[] | undefined) => all?.map((one) => ({ ...one, id: bytes(one.id) }));

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
});

/** Whether the browser can offer passkeys among what it fills in. */
export async function canFillIn(): Promise<boolean> {
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Whether the device itself can keep a passkey, by face, finger or screen lock. */
export async function canKeep(): Promise<boolean> {
  return await window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
}

/**
 * Asks the device for a passkey, in a dialog of the browser, or among what it fills in. Null where
 * the member has thought better of it, or there is none.
 */
export async function askForPasskey(
  options: string,
  { signal, fillIn = false }: { signal: AbortSignal; fillIn?: boolean },
): Promise<string | null> {
  const asked = JSON.parse(options);
  try {
    const credential = (await navigator.credentials.get({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        allowCredentials: named(asked.allowCredentials),
      },
      ...(fillIn && { mediation: 'conditional' as const }),
      signal,
    })) as PublicKeyCredential | null;
    if (!credential) return null;
    const response = credential.response as AuthenticatorAssertionResponse;
    return JSON.stringify({
      ...common(credential),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: response.userHandle ? text(response.userHandle) : undefined,
      },
    });
  } catch (error) {
    return thoughtBetter(error);
  }
}

/** Has the device make a passkey. Null where the member has thought better of it. */
export async function makePasskey(options: string): Promise<string | null | 'exists'> {
  const asked = JSON.parse(options);
  try {
    const credential = (await navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        user: { ...asked.user, id: bytes(asked.user.id) },
        excludeCredentials: named(asked.excludeCredentials),
      },
    })) as PublicKeyCredential | null;
    if (!credential) return null;
    const response = credential.response as AuthenticatorAttestationResponse;
    return JSON.stringify({
      ...common(credential),
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return 'exists';
    return thoughtBetter(error);
  }
}

/** What browsers throw where no passkey was chosen in the end; anything else is a failure. */
function thoughtBetter(error: unknown): null {
  if (error instanceof DOMException && /^(NotAllowed|Abort)Error$/.test(error.name)) return null;
  throw error;
}
