import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { RowGroup } from "./row-group.tsx";
import { useGrantChoices } from "./use-grant-choices.ts";

const MOST = 10;

/** Packs that a membership gives to its holder with each term. */
export function GrantedPacksField() {
  const t = useTranslation();
  const { packTypes } = useGrantChoices();
  const [first] = packTypes;
  if (!first) return null;
  return (
    <RowGroup
      name="packs"
      title={t("packs.title")}
      hint={t("subscriptions.packsHint")}
      add={t("subscriptions.addPack")}
      newRow={{ packTypeId: first.id, each: "term" }}
      most={MOST}
      rowName={(number) => t("subscriptions.packNumber", { number })}
      row={(at) => (
        <SelectField
          name={`${at}.packTypeId`}
          label={t("packs.one")}
          hideLabel
          className="min-w-0 flex-1"
          options={packTypes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    />
  );
}
