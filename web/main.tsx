/** Starts the web app: language, router, toasts. */
import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { ForbiddenError } from "./kit/data/forbidden-error.ts";
import { forgetAnswers, onTokenChangeInOtherTab, token } from "./kit/data/session.ts";
import { Toasts } from "./kit/ui/toasts.tsx";
import { detectLanguage, setLanguage, t } from "./kit/format/translation.ts";
import { loadGuards, router } from "./router.tsx";

const rootElement = document.getElementById("root");
if (!rootElement) throw new Error("index.html has no #root");

/**
 * Loads the page's code and the account together with the messages: the router begins with the one after the other. Errors
 * show then.
 */
function preloadPage(): void {
  const isSignedIn = token.get() !== null;
  for (const { routeId, params } of router.matchRoutes(router.latestLocation)) {
    if (routeId === "/authenticated") {
      if (!isSignedIn) return;
      loadGuards().then(
        ({ preloadAccount }) => preloadAccount(params),
        () => {},
      );
    }
    const route = router.routesById[routeId];
    if (route) router.loadRouteChunk(route)?.catch(() => {});
  }
}

// Before the page's code, which may be dozens of files: over HTTP/1.1 a browser asks for six at a time.
const loadMessages = setLanguage(detectLanguage(), { persist: false });
preloadPage();
// After a release a chunk may be missing, and the router reloads the page. Without a connection a reload would leave
// the app.
addEventListener("vite:preloadError", ({ payload }) => {
  if (!navigator.onLine) payload.message = t("kit.offline");
});
// Another tab changed the session: reload to drop all data of the former one. Forms with changes ask first. This tab may
// have kept an answer in between.
onTokenChangeInOtherTab(() => {
  void forgetAnswers().catch(() => {});
  location.reload();
});
// A missing permission is shown to the person, and is no fault of the page.
const onCaughtError = (error: unknown) => {
  if (!(error instanceof ForbiddenError)) console.error(error);
};
// No await at the top level: Safari would hand out parts of the app, loaded later, before their code has run.
void loadMessages.then(() =>
  createRoot(rootElement, { onCaughtError }).render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  ),
);
