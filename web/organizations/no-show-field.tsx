/** The fee for a no-show, and the number of no-shows that blocks online booking. */
import { MAX_NO_SHOW_FEE, type NoShowRule } from "#contract/organization-options.ts";
import { FormRow, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { MinorMoneyField } from "./minor-money-field.tsx";
import { useOrganizationCurrency } from "./use-organization.ts";

const path = "bookingRules.noShow";
const newBlock = { count: 3, days: 60, blockDays: 14 };
const NEW_FEE = 1000;

/** @param inherits without an own rule, that of the organization holds */
export function NoShowField({ inherits = false }: { inherits?: boolean }) {
  const t = useTranslation();
  const rule = useFieldValue(path) as NoShowRule | null | undefined;
  const set = useSetField();
  const { fee = null, blockAfter = null } = rule ?? {};
  const change = (changed: NoShowRule) => {
    const next = { fee, blockAfter, ...changed };
    set(path, next.fee === null && next.blockAfter === null ? null : next);
  };
  return (
    <div role="group" aria-labelledby="no-show" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="no-show" className="text-13 font-medium">
          {t("organizations.noShow")}
        </h3>
        <p className="text-xs text-ink-3">{t("organizations.noShowHint")}</p>
      </div>
      {fee !== null && <FeeFields fee={fee} />}
      {blockAfter !== null && <BlockFields />}
      {!rule && (
        <p className="text-13 text-ink-2">{t(inherits ? "members.rulesInherit" : "organizations.noShowNone")}</p>
      )}
      <div className="flex flex-wrap gap-3">
        {fee === null ? (
          <Button size="sm" onClick={() => change({ fee: NEW_FEE })}>
            {t("organizations.noShowFeeOwn")}
          </Button>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => change({ fee: null })}>
            {t("organizations.noShowFeeDrop")}
          </Button>
        )}
        {blockAfter === null ? (
          <Button size="sm" onClick={() => change({ blockAfter: newBlock })}>
            {t("organizations.noShowOwn")}
          </Button>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => change({ blockAfter: null })}>
            {t("organizations.noShowDrop")}
          </Button>
        )}
        {rule && inherits && (
          <Button size="sm" variant="ghost" onClick={() => set(path, null)}>
            {t("organizations.quotaInherit")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** @param fee minor units; a text that is no number while it is typed */
function FeeFields({ fee }: { fee: unknown }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const told = typeof fee === "number" && t("events.ruleNoShow", { amount: money(fee, currency) });
  return (
    <>
      <FormRow>
        <MinorMoneyField
          name={`${path}.fee`}
          label={t("organizations.noShowFee")}
          hint={t("organizations.noShowFeeHint")}
          currency={currency}
          max={MAX_NO_SHOW_FEE}
        />
      </FormRow>
      {told && <p className="text-13 text-ink-2">{t("organizations.noShowFeeTold", { text: told })}</p>}
    </>
  );
}

function BlockFields() {
  const t = useTranslation();
  return (
    <FormRow>
      <TextField
        name={`${path}.blockAfter.count`}
        type="number"
        min={1}
        max={20}
        label={t("organizations.noShowCount")}
      />
      <TextField
        name={`${path}.blockAfter.days`}
        type="number"
        min={1}
        max={365}
        label={t("organizations.noShowDays")}
      />
      <TextField
        name={`${path}.blockAfter.blockDays`}
        type="number"
        min={1}
        max={365}
        label={t("organizations.noShowBlockDays")}
      />
    </FormRow>
  );
}
