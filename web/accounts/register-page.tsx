/** Sign-up: creates an account. */
import { useState } from "react";
import { Link, useLoaderData, useNavigate, useRouteContext, useRouter, useSearch } from "@tanstack/react-router";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { accounts, type InvitationPreview, RegistrationDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { logOutOnce } from "./logout-page.tsx";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";
import { AcceptedTexts, EmailField, NameFields } from "./registration-fields.tsx";
import { startSession } from "./start-session.ts";

export function RegisterPage() {
  const found: InvitationPreview | "closed" | undefined = useLoaderData({ strict: false });
  const signedInAs = useRouteContext({
    strict: false,
    select: (context: { signedInAs?: string }) => context.signedInAs,
  });
  const invitation = found === "closed" ? undefined : found;
  if (signedInAs !== undefined) return <SignedInPage email={signedInAs} invitation={invitation} />;
  if (invitation?.hasAccount) return <HasAccountPage invitation={invitation} />;
  return <RegistrationForm invitation={invitation} isClosed={found === "closed"} />;
}

interface RegistrationFormProps {
  invitation: InvitationPreview | undefined;
  isClosed: boolean;
}

function RegistrationForm({ invitation, isClosed }: RegistrationFormProps) {
  const t = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({
    strict: false,
    select: ({ email, invitation: token }: { email?: string; invitation?: string }) => ({ email, token }),
    structuralSharing: true,
  });
  const isInvited = search.email !== undefined;
  const email = <EmailField key="email" disabled={invitation !== undefined} />;
  return (
    <Form
      schema={RegistrationDraft}
      defaultValues={{
        email: invitation?.email ?? search.email ?? "",
        firstName: "",
        lastName: "",
        password: "",
        confirmPassword: "",
      }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.register, { body: { ...body, invitation: search.token } });
        await startSession(data.access_token, { greet: false });
        await navigate({ to: "/overview", replace: true });
      }}
    >
      <RegistrationHeading invitation={invitation} isInvited={isInvited} />
      {isClosed && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-13 text-ink-2">
          {t("accounts.invitationLinkWrong")}
        </p>
      )}
      {invitation?.hasAccount === null && <p className="text-13 text-ink-2">{t("accounts.joinConfirmFollows")}</p>}
      {isInvited && email}
      <NameFields />
      {!isInvited && email}
      <NewPasswordFields label={t("accounts.password")} confirmationName="confirmPassword" />
      <AcceptedTexts isJoining={isInvited} />
      <SubmitButton size="lg" className="mt-1 w-full">
        {invitation
          ? t("accounts.joinOrganizationButton", { name: invitation.organization.name })
          : t(isInvited ? "accounts.joinButton" : "accounts.registerButton")}
      </SubmitButton>
      <p className="text-center text-13 text-ink-3">
        {t("accounts.haveAccount")}{" "}
        <Link to="/auth/login" className={publicPageLinkClass}>
          {t("accounts.signIn")}
        </Link>
      </p>
    </Form>
  );
}

function RegistrationHeading({
  invitation,
  isInvited,
}: Pick<RegistrationFormProps, "invitation"> & { isInvited: boolean }) {
  const t = useTranslation();
  if (!invitation)
    return (
      <PublicPageHeading title={t(isInvited ? "accounts.joinTitle" : "accounts.registerTitle")}>
        {t(isInvited ? "accounts.joinIntro" : "accounts.registerIntro")}
      </PublicPageHeading>
    );
  const { organization, invitedBy, role } = invitation;
  return (
    <PublicPageHeading title={t("accounts.joinOrganizationTitle", { name: organization.name })}>
      {invitedBy === null
        ? t("accounts.joinAs", { role })
        : t("accounts.joinAsInvitedBy", { role, inviterName: invitedBy })}
    </PublicPageHeading>
  );
}

/** The invited person has an account: signing in here accepts. */
function HasAccountPage({ invitation: { email, organization } }: { invitation: InvitationPreview }) {
  const t = useTranslation();
  const secret = useSearch({ strict: false, select: (search: { invitation?: string }) => search.invitation ?? "" });
  const back = `/invitations?${new URLSearchParams({ accept: secret }).toString()}`;
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("accounts.joinOrganizationTitle", { name: organization.name })}>
        {t("accounts.joinSignIn", { email })}
      </PublicPageHeading>
      <Link to="/auth/login" search={{ redirect: back }} className={buttonClass("primary", "lg", "w-full")}>
        {t("accounts.signInToJoin")}
      </Link>
    </div>
  );
}

/** Signed in with another address than the invited one. */
function SignedInPage({ email, invitation }: { email: string; invitation: InvitationPreview | undefined }) {
  const t = useTranslation();
  const router = useRouter();
  const [isLeaving, setIsLeaving] = useState(false);
  const changeAccount = async () => {
    setIsLeaving(true);
    // Signed out, the page asks for what the invited person needs.
    if (await logOutOnce()) await router.invalidate();
    setIsLeaving(false);
  };
  return (
    <div className="grid gap-6">
      <PublicPageHeading
        title={
          invitation
            ? t("accounts.joinOrganizationTitle", { name: invitation.organization.name })
            : t("accounts.joinTitle")
        }
      >
        {invitation
          ? t("accounts.invitationOfOther", { email: invitation.email, other: email })
          : t("accounts.signedInAsOther", { email })}
      </PublicPageHeading>
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          className="h-auto min-h-10 py-2 whitespace-normal [overflow-wrap:anywhere]"
          pending={isLeaving}
          onClick={() => void changeAccount()}
        >
          {invitation ? t("accounts.signInAs", { email: invitation.email }) : t("accounts.logout")}
        </Button>
        <Link to="/overview" className={buttonClass("secondary", "lg")}>
          {t("accounts.backToApp")}
        </Link>
      </div>
    </div>
  );
}
