/** Below the login: leads to the providers of single sign-on, where there are any. */
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Returns } from "#contract/kit.ts";
import { singleSignOn } from "#contract/single-sign-on.ts";
import { publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { call } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { leaveForProvider } from "./waiting-request.ts";

export default function SignOnLink({ back }: { back: string | undefined }) {
  "use no memo"; // The compiled memory of it would be a third of this small script, for which the login has hardly room.
  const t = useTranslation();
  const [options, setOptions] = useState<Returns<typeof singleSignOn.readOptions>>();
  useEffect(() => {
    // Without it the password goes on.
    call(singleSignOn.readOptions, {}, { quiet: true })
      .then(({ data }) => setOptions(data))
      .catch(() => {});
  }, []);
  const leave = () => {
    call(singleSignOn.start, {}, { quiet: "reason" })
      .then(({ data }) => leaveForProvider(data, back))
      // A toast has said what went wrong.
      .catch(() => {});
  };
  return (
    <>
      {options?.server && (
        <button type="button" className={`${publicPageLinkClass} justify-self-start`} onClick={leave}>
          {t("single-sign-on.signInWith", { name: options.server.name })}
        </button>
      )}
      {options?.hasOrganizations && (
        <Link to="/auth/organization" search={{ redirect: back }} className={publicPageLinkClass}>
          {t("single-sign-on.ofOrganization")}
        </Link>
      )}
    </>
  );
}
