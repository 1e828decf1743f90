import { webhookKindPermissions, webhookKinds, type WebhookKind } from "#contract/webhooks.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { kindLabels } from "./labels.ts";

const groups: readonly (readonly [start: string, label: MessageKey])[] = [
  ["booking.", "webhooks.bookings"],
  ["payment.", "payments.title"],
  ["invoice.", "invoices.title"],
  ["customer.", "members.customers"],
];

/** Kinds of facts in a `Form`, by what they are about; those that the reader may not read cannot be added. */
export function KindsField({ name, label }: { name: string; label: string }) {
  const t = useTranslation();
  const { can } = useScope();
  const { id, value, change, leave, error } = useField({ name });
  const chosen = Array.isArray(value) ? (value as WebhookKind[]) : [];
  const toggle = (kind: WebhookKind, checked: boolean) => {
    change(checked ? [...chosen, kind] : chosen.filter((one) => one !== kind));
    leave();
  };
  return (
    <FieldFrame {...{ id, name, label, error }} as="group" hideLabel>
      <div role="group" aria-labelledby={`${id}-label`} className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {groups.map(([start, group]) => (
          <fieldset key={start} className="min-w-0">
            <legend className="mb-1 text-13 font-medium">{t(group)}</legend>
            {webhookKinds
              .filter((kind) => kind.startsWith(start))
              .map((kind) => (
                <CheckBox
                  key={kind}
                  label={t(kindLabels[kind])}
                  note={<code>{kind}</code>}
                  checked={chosen.includes(kind)}
                  disabled={!can(webhookKindPermissions[kind]) && !chosen.includes(kind)}
                  onChange={(checked) => toggle(kind, checked)}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </FieldFrame>
  );
}
