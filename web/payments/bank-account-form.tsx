import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BankAccount, BankAccountDraft, payments } from "#contract/payments.ts";
import { formatIban } from "#contract/payments-iban-rules.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function BankAccountSection() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery(
    endpointQuery(payments.bankAccount, { params: { organizationId } }, { quiet: true }),
  );
  return (
    <FormSection title={t("payments.bankAccount")} hint={t("payments.bankAccountText")}>
      {data ? (
        <BankAccountForm key={organizationId} account={data.data} />
      ) : error ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <Skeleton className="h-48 w-full rounded-xl" />
      )}
    </FormSection>
  );
}

const blank = { active: true, holder: "", iban: "", bic: "", paymentDays: 5 };

export function BankAccountForm({ account }: { account: BankAccount | null }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const save = useMutation(endpointMutation(payments.setBankAccount));
  const known = account && {
    active: account.active,
    holder: account.holder,
    iban: formatIban(account.iban),
    bic: account.bic ?? "",
    paymentDays: account.paymentDays,
  };
  return (
    <Form
      schema={BankAccountDraft}
      defaultValues={known ?? blank}
      label={t("payments.bankAccount")}
      onSubmit={async (body) => {
        await save.mutateAsync({ params: { organizationId }, body });
        await Promise.all(
          [payments.bankAccount, payments.methods].map(({ name }) => cache.invalidateQueries({ queryKey: [name] })),
        );
      }}
    >
      <SwitchField name="active" label={t("payments.bankAccountActive")} hint={t("payments.bankAccountActiveHint")} />
      <TextField name="holder" label={t("payments.transferHolder")} autoComplete="off" required />
      <TextField name="iban" label={t("payments.iban")} autoComplete="off" spellCheck={false} required />
      <TextField name="bic" label={t("payments.bic")} autoComplete="off" spellCheck={false} optional />
      <TextField
        name="paymentDays"
        type="number"
        min={1}
        max={30}
        label={t("payments.paymentDays")}
        hint={t("payments.paymentDaysHint")}
        required
      />
      <FormActions>
        <SubmitButton>{t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
