/** Asks the browser for passkeys (WebAuthn). A request that the person cancels is told in a toast, and answers undefined. */
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { PasskeyCreation, PasskeyRequest } from "#contract/second-factors.ts";
import type { MessageKey } from "#messages/keys.ts";
import { t } from "#web/kit/format/translation.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";

function describe(error: unknown): MessageKey {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "second-factors.passkeyKnown";
  const isCanceled = error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
  return isCanceled ? "second-factors.passkeyCanceled" : "second-factors.passkeyUnsupported";
}

async function perform<Answer>(ceremony: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ceremony();
  } catch (error) {
    const key = describe(error) as "second-factors.passkeyCanceled";
    toast({ description: t(key), variant: "error", duration: OUTCOME_TOAST_MS });
    return undefined;
  }
}

export const createPasskey = (options: PasskeyCreation): Promise<RegistrationResponseJSON | undefined> =>
  perform(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

export const signWithPasskey = (options: PasskeyRequest): Promise<AuthenticationResponseJSON | undefined> =>
  perform(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
