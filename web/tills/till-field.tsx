/** In forms of payments and refunds at the desk: opens the till where it is closed, and asks for one where several are open. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Till, tillMethods, tills } from "#contract/tills.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import type { DeskFieldProps } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { FieldFrame } from "#web/kit/form/field.tsx";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { InputSuffix, parseDecimal, useDecimalText } from "#web/kit/form/text-fields.tsx";
import { useCurrencySymbol } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { amountFromZero } from "#web/kit/form/money-field.tsx";

export default function TillField({ method: fixed, facilityIds }: DeskFieldProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const typed = useFieldValue("method");
  const method = fixed ?? typed;
  const { data } = useQuery({
    ...endpointQuery(tills.list, { params: { organizationId } }),
    staleTime: 0,
    enabled: can(tills.list),
  });
  const isNeeded = ({ facilityId }: Till) =>
    facilityId === null || facilityIds === null || facilityIds.includes(facilityId);
  const active = data?.data.filter((till) => till.active && isNeeded(till)) ?? [];
  const open = active.filter(({ session }) => session !== null);
  if (active.length === 0 || !tillMethods.some((one) => one === method)) return null;
  if (open.length === 0) return <ClosedTills tills={active} />;
  if (open.length === 1) return null;
  return (
    <SelectField
      name="tillId"
      label={t("tills.one")}
      options={open.map(({ id, name }) => ({ value: id, label: name }))}
      required={fixed === undefined}
      optional={fixed !== undefined}
      {...(fixed !== undefined && { hint: t("tills.refundTill") })}
    />
  );
}

function ClosedTills({ tills: closed }: { tills: readonly Till[] }) {
  const t = useTranslation();
  return (
    <div
      role="group"
      aria-label={t("tills.stateClosed")}
      className="grid gap-3 rounded-md bg-amber-bg px-3 py-2.5 text-13"
    >
      <p className="text-amber-fg">{t("tills.closedHint")}</p>
      {closed.map((till) => (
        <OpenInForm key={till.id} till={till} />
      ))}
    </div>
  );
}

/** Without a form of its own, because it stands in that of the payment, which keeps what was typed. */
function OpenInForm({ till }: { till: Till }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const id = useId();
  const [float, setFloat] = useState<unknown>((till.nextFloat ?? 0) / 100);
  const decimal = useDecimalText(float, 2);
  const amount = amountFromZero.safeParse(float);
  const open = useMutation({
    ...endpointMutation(tills.open),
    onSettled: () => cache.invalidateQueries({ queryKey: [tills.list.name] }),
  });
  const run = () => {
    const params = { organizationId, tillId: till.id };
    if (amount.success) open.mutate({ params, body: { float: toMinorUnits(amount.data) } });
  };
  const enter = (text: string) => {
    decimal.type(text);
    setFloat(parseDecimal(text));
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <FieldFrame
        {...{ id, name: `float-${till.id}`, error: decimal.error }}
        label={t("tills.floatOf", { name: till.name })}
        className="min-w-32 flex-1"
      >
        <div className="relative">
          <Input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            className="pr-10 pointer-coarse:pr-12"
            value={decimal.text}
            aria-invalid={!amount.success}
            aria-describedby={decimal.error && `${id}-error`}
            onChange={(event) => enter(event.target.value)}
          />
          <InputSuffix>{useCurrencySymbol(till.currency)}</InputSuffix>
        </div>
      </FieldFrame>
      <Button
        variant="primary"
        aria-label={t("tills.openNamed", { name: till.name })}
        pending={open.isPending}
        disabled={!amount.success}
        onClick={run}
      >
        {t("tills.open")}
      </Button>
    </div>
  );
}
