/** Pages of people without an account. Each loads by itself: the first script names this file alone. */
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

const BookPage = lazy(async () => {
  await ensureTemporal();
  return { default: (await import("./book-page.tsx")).BookPage };
});
const OwnBookingPage = lazy(async () => {
  await ensureTemporal();
  return { default: (await import("./own-booking-page.tsx")).OwnBookingPage };
});

export function GuestPage() {
  const { secret } = useParams({ strict: false });
  return <Suspense>{secret === undefined ? <BookPage /> : <OwnBookingPage />}</Suspense>;
}
