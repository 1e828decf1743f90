/** Starts the page that opens without a network: what this browser keeps, and nothing that could be pressed to change it. */
import "#web/styles.css";
import { createRoot } from "react-dom/client";
import { token } from "#web/kit/data/session.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { detectLanguage, languages, setLanguage } from "#web/kit/format/translation.ts";
import { readKept } from "./offline-answers.ts";
import { LOGOUT_PATH } from "./offline-paths.ts";
import { OfflinePage } from "./offline-page.tsx";
import { reloadWithNetwork } from "./reload-with-network.ts";
import { signOutHere } from "./sign-out.ts";

const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("offline.html has no #root");

/** A browser keeps the texts of the language that it was used in last. */
async function loadTexts(): Promise<void> {
  const chosen = detectLanguage();
  try {
    await setLanguage(chosen, { persist: false });
  } catch {
    for (const other of languages) if (other !== chosen) await setLanguage(other, { persist: false });
  }
}

const isSignedIn = token.get() !== null;

/** Nothing is shown of an account that is signed out. */
async function readAll() {
  if (!isSignedIn) return {};
  if (location.pathname === LOGOUT_PATH) await signOutHere();
  return { bookings: await readKept("bookings"), games: await readKept("games"), day: await readKept("day") };
}

reloadWithNetwork();
void Promise.all([readAll(), loadTexts(), ensureTemporal()]).then(([kept]) =>
  createRoot(rootElement).render(<OfflinePage {...kept} path={location.pathname} isSignedIn={isSignedIn} />),
);
