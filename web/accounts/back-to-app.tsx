/** Leads on from a public page where nothing can be done. */
import { Link } from "@tanstack/react-router";
import { token } from "#web/kit/data/session.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";

export function BackToApp() {
  const t = useTranslation();
  return (
    <Link to="/my-bookings" className={buttonClass("secondary", "lg", "w-full")}>
      {t(token.get() === null ? "accounts.signIn" : "accounts.backToApp")}
    </Link>
  );
}
