import "./styles.css";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { Toasts } from "#web/kit/toasts.tsx";
import { detectLanguage, setLanguage } from "#web/kit/words.ts";
import { router } from "./router.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");

await setLanguage(detectLanguage(), { persist: false });
createRoot(place).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
