import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { onOtherTab, token } from "#web/kit/session.ts";
import { Toasts } from "#web/kit/toasts.tsx";
import { detectLanguage, setLanguage, t } from "#web/kit/words.ts";
import { router } from "./router.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");

// Whoever is signed in wants these next: they come together with the words.
if (token.get() !== null)
  void Promise.allSettled([import("./guards.ts"), import("./inside.tsx"), import("./shell.tsx")]);
// Where a page cannot be loaded the router begins anew, as after a new version; without a connection that would lead out of the app.
addEventListener("vite:preloadError", ({ payload }) => {
  if (!navigator.onLine) payload.message = t("kit.offline");
});
// Begun anew, it knows nothing of the one before; a changed form asks first.
onOtherTab(() => location.reload());
await setLanguage(detectLanguage(), { persist: false });
createRoot(place).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
