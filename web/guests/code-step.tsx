/** The code of the mail proves the address; then the booking can be made. */
import { guests, TypedCode } from "#contract/guests.ts";
import { call } from "#web/kit/data/api.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import type { GuestSession } from "./kept-contact.ts";

interface CodeStepProps {
  slug: string;
  codeId: string;
  email: string;
  onProof: (proof: NonNullable<GuestSession["proof"]>) => void;
  /** Back to name and email, which stay filled in: to correct them, or for another code. */
  onAgain: () => void;
}

export function CodeStep({ slug, codeId, email, onProof, onAgain }: CodeStepProps) {
  const t = useTranslation();
  return (
    <Form
      schema={TypedCode}
      defaultValues={{ code: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(guests.check, { params: { slug, codeId }, body }, { quiet: true });
        onProof(data);
      }}
    >
      <p role="status" className="text-13 [overflow-wrap:anywhere] text-ink-2">
        {t("guests.codeSent", { address: email })}
      </p>
      <TextField
        name="code"
        label={t("guests.code")}
        hint={t("guests.codeHint")}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        autoFocus
      />
      <SubmitButton size="lg" className="w-full">
        {t("guests.goOn")}
      </SubmitButton>
      <Button variant="ghost" onClick={onAgain}>
        {t("guests.otherAddress")}
      </Button>
    </Form>
  );
}
