/** Sign-up: creates an account. */
import { Link, useLoaderData, useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { accounts, type InvitationPreview, RegistrationDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormRow, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";
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
  const email = (
    <TextField
      name="email"
      label={t("accounts.email")}
      type="email"
      autoComplete="email"
      inputMode="email"
      key="email"
      // The invitation is for this address alone.
      disabled={invitation !== undefined}
    />
  );
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
      {isInvited && email}
      <FormRow>
        <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" autoFocus />
        <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
      </FormRow>
      {!isInvited && email}
      <NewPasswordFields label={t("accounts.password")} confirmationName="confirmPassword" />
      <p className="text-xs text-ink-3">
        {t(isInvited ? "accounts.joinTerms" : "accounts.registerTerms")}{" "}
        <Link to="/legal/terms" className="underline hover:text-ink">
          {t("general.terms")}
        </Link>
        {", "}
        <Link to="/legal/privacy" className="underline hover:text-ink">
          {t("general.privacy")}
        </Link>
      </p>
      <SubmitButton size="lg" className="mt-1 w-full">
        {t(isInvited ? "accounts.joinButton" : "accounts.registerButton")}
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

/** The invited person has an account by now: they sign in, and answer there. */
function HasAccountPage({ invitation: { email, organization } }: { invitation: InvitationPreview }) {
  const t = useTranslation();
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("accounts.joinOrganizationTitle", { name: organization.name })}>
        {t("accounts.joinSignIn", { email })}
      </PublicPageHeading>
      <Link to="/auth/login" search={{ redirect: "/invitations" }} className={buttonClass("primary", "lg", "w-full")}>
        {t("accounts.signIn")}
      </Link>
    </div>
  );
}

/** Signed in with another address than the invited one. */
function SignedInPage({ email, invitation }: { email: string; invitation: InvitationPreview | undefined }) {
  const t = useTranslation();
  return (
    <div className="grid gap-6">
      <PublicPageHeading
        title={
          invitation
            ? t("accounts.joinOrganizationTitle", { name: invitation.organization.name })
            : t("accounts.joinTitle")
        }
      >
        {t("accounts.signedInAsOther", { email })}
      </PublicPageHeading>
      <div className="grid gap-2">
        <Link to="/overview" className={buttonClass("primary", "lg")}>
          {t("accounts.backToApp")}
        </Link>
        <Link to="/auth/logout" preload={false} className={buttonClass("secondary", "lg")}>
          {t("accounts.logout")}
        </Link>
      </div>
    </div>
  );
}
