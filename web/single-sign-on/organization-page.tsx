/** Finds the providers of organizations that an address may sign in with, and leads to the one that is chosen. */
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { email } from "#contract/kit.ts";
import { type SignOnChoice, singleSignOn } from "#contract/single-sign-on.ts";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { call } from "#web/kit/data/api.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { leaveForProvider } from "./waiting-request.ts";

const EmailForm = z.strictObject({ email });

export function OrganizationSignOnPage() {
  const t = useTranslation();
  const back = useSearch({ strict: false, select: ({ redirect }: { redirect?: string }) => redirect });
  const [choices, setChoices] = useState<SignOnChoice[]>();
  const [leavingFor, setLeavingFor] = useState<string>();
  const leave = async (organizationId: string) => {
    setLeavingFor(organizationId);
    try {
      const { data } = await call(singleSignOn.startOfOrganization, { body: { organizationId } }, { quiet: "reason" });
      leaveForProvider(data, back);
    } catch {
      // A toast has said what went wrong.
      setLeavingFor(undefined);
    }
  };
  const toLogin = (
    <Link to="/auth/login" search={{ redirect: back }} className={`${publicPageLinkClass} justify-self-center`}>
      {t("accounts.backToLogin")}
    </Link>
  );
  if (choices && choices.length > 1)
    return (
      <div className="grid gap-4">
        <PublicPageHeading title={t("single-sign-on.chooseTitle")} />
        {choices.map(({ organizationId, organization, name }) => (
          <Button
            key={organizationId}
            pending={leavingFor === organizationId}
            onClick={() => void leave(organizationId)}
          >
            {t("single-sign-on.choice", { organization, name })}
          </Button>
        ))}
        {toLogin}
      </div>
    );
  return (
    <Form
      schema={EmailForm}
      defaultValues={{ email: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(singleSignOn.find, { body });
        setChoices(data);
        const [only] = data;
        if (only && data.length === 1) await leave(only.organizationId);
      }}
    >
      <PublicPageHeading title={t("single-sign-on.findTitle")}>{t("single-sign-on.findText")}</PublicPageHeading>
      <TextField
        name="email"
        label={t("accounts.email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
      />
      <p role="status" className="text-13 text-danger empty:hidden">
        {choices?.length === 0 && t("single-sign-on.noChoice")}
      </p>
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("single-sign-on.findSubmit")}
      </SubmitButton>
      {toLogin}
    </Form>
  );
}
