import { Link } from "@tanstack/react-router";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function NameFields() {
  const t = useTranslation();
  return (
    <FormRow>
      <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" autoFocus />
      <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
    </FormRow>
  );
}

/** @param props.disabled for an invitation, which is for its address alone */
export function EmailField({ disabled = false }: { disabled?: boolean }) {
  const t = useTranslation();
  return (
    <TextField
      name="email"
      label={t("accounts.email")}
      type="email"
      autoComplete="email"
      inputMode="email"
      disabled={disabled}
    />
  );
}

/** Registering accepts the legal texts. */
export function AcceptedTexts({ isJoining }: { isJoining: boolean }) {
  const t = useTranslation();
  return (
    <p className="text-xs text-ink-3">
      {t(isJoining ? "accounts.joinTerms" : "accounts.registerTerms")}{" "}
      <Link to="/legal/terms" className="underline hover:text-ink">
        {t("general.terms")}
      </Link>
      {", "}
      <Link to="/legal/privacy" className="underline hover:text-ink">
        {t("general.privacy")}
      </Link>
    </p>
  );
}
