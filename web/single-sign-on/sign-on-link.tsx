/** Below the login: leads to the provider of single sign-on, where there is one. */
import { useEffect, useState } from "react";
import { singleSignOn } from "#contract/single-sign-on.ts";
import { publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { call } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepRequest } from "./waiting-request.ts";

export default function SignOnLink({ back }: { back: string | undefined }) {
  "use no memo"; // The compiled memory of it would be a third of this small script, for which the login has hardly room.
  const t = useTranslation();
  const [name, setName] = useState<string>();
  useEffect(() => {
    // Without it the password goes on.
    call(singleSignOn.read, {}, { quiet: true })
      .then(({ data }) => setName(data?.name))
      .catch(() => {});
  }, []);
  if (name === undefined) return null;
  const leave = () => {
    call(singleSignOn.start, {}, { quiet: "reason" })
      .then(({ data }) => {
        keepRequest({ secret: data.secret, back });
        location.assign(data.url);
      })
      // A toast has said what went wrong.
      .catch(() => {});
  };
  return (
    <button type="button" className={`${publicPageLinkClass} justify-self-start`} onClick={leave}>
      {t("single-sign-on.signInWith", { name })}
    </button>
  );
}
