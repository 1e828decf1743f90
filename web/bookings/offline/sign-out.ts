import { clearSession, forgetDevice } from "#web/kit/data/session.ts";

/** On this device alone: without a network the server cannot be told. */
export async function signOutHere(): Promise<void> {
  await forgetDevice();
  clearSession();
}
