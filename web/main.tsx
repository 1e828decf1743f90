import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { token } from "#web/kit/session.ts";
import { Toasts } from "#web/kit/toasts.tsx";
import { detectLanguage, setLanguage } from "#web/kit/words.ts";
import { router } from "./router.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");

// Whoever is signed in wants these next: they come together with the words.
if (token.get() !== null)
  void Promise.allSettled([import("./guards.ts"), import("./inside.tsx"), import("./shell.tsx")]);
await setLanguage(detectLanguage(), { persist: false });
createRoot(place).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
