/** People of a customer: guardians, children, the household, contacts of a company, and what each may do for the other. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { type CustomerDetail, type CustomerRelation, customers, relationRights } from "#contract/customers.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import type { MessageKey } from "#messages/keys.ts";
import { relationLabels, rightLabels } from "./labels.ts";
import { RelationForm } from "./relation-form.tsx";
import { listRelationChanges } from "./relation-draft.ts";

export function CustomerPeople({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { can } = useScope();
  const [isAdding, setAdding] = useState(false);
  const { relations } = customer;
  const manages = can(customers.setRelation) && !customer.mergedIntoId;
  const adds = manages && !customer.archivedAt;
  return (
    <Card
      title={t("customers.people")}
      action={
        adds && (
          <button
            type="button"
            aria-haspopup="dialog"
            className={`${textLinkClass} text-13`}
            onPointerEnter={preloadDialog}
            onClick={() => setAdding(true)}
          >
            {t("customers.addPerson")}
          </button>
        )
      }
    >
      {relations.length > 0 ? (
        <ul aria-label={t("customers.people")} className="divide-y divide-line">
          {relations.map((relation) => (
            <RelationRow
              key={`${relation.from.id} ${relation.to.id}`}
              customer={customer}
              relation={relation}
              mayChange={manages}
            />
          ))}
        </ul>
      ) : (
        <p className="px-4 py-3 text-13 text-ink-3">{t("customers.noPeople")}</p>
      )}
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
        title={t("customers.addPersonTitle", { name: customer.name })}
        description={t("customers.addPersonText")}
      >
        <RelationForm customer={customer} onClose={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

/** As the page of the customer sees the other one. */
function kindLabelOf({ kind, to }: CustomerRelation, customer: CustomerDetail): MessageKey {
  const isOther = to.id !== customer.id;
  if (kind === "guardian" && isOther) return "customers.relationChild";
  if (kind === "contact" && customer.kind === "person") return "customers.relationCompany";
  return relationLabels[kind];
}

function RelationRow({
  customer,
  relation,
  mayChange,
}: {
  customer: CustomerDetail;
  relation: CustomerRelation;
  mayChange: boolean;
}) {
  const t = useTranslation();
  const tag = useLocale();
  const { path } = useScope();
  const [isEditing, setEditing] = useState(false);
  const { from, to } = relation;
  const other = from.id === customer.id ? to : from;
  const names = { from: from.name, to: to.name };
  const rights = relationRights.filter((right) => relation[right]).map((right) => t(rightLabels[right]));
  const editLabel = t("customers.editRelationOf", { name: other.name });
  return (
    <li className="flex items-start gap-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5 text-13">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to={path(`/customers/${other.id}`)}
            className={`${textLinkClass} min-w-0 font-medium [overflow-wrap:anywhere]`}
          >
            {other.name}
          </Link>
          <span className="text-ink-3">{t(kindLabelOf(relation, customer))}</span>
        </p>
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
          {rights.length > 0
            ? t("customers.doesFor", { ...names, rights: new Intl.ListFormat(tag).format(rights) })
            : t("customers.doesNothingFor", names)}
        </p>
      </div>
      {mayChange && (
        <div className="flex shrink-0 gap-1">
          {!customer.archivedAt && (
            <Button
              variant="ghost"
              size="icon"
              aria-haspopup="dialog"
              aria-label={editLabel}
              title={editLabel}
              onPointerEnter={preloadDialog}
              onClick={() => setEditing(true)}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          <EndButton customer={customer} relation={relation} />
        </div>
      )}
      <Dialog
        open={isEditing}
        onOpenChange={setEditing}
        title={t("customers.editRelationTitle", names)}
        description={t("customers.editRelationText")}
      >
        <RelationForm customer={customer} relation={relation} onClose={() => setEditing(false)} />
      </Dialog>
    </li>
  );
}

function EndButton({ customer, relation }: { customer: CustomerDetail; relation: CustomerRelation }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const end = useMutation(endpointMutation(customers.deleteRelation));
  const { from, to } = relation;
  const other = from.id === customer.id ? to : from;
  const none = { ...relation, books: false, pays: false, receives: false };
  const changes = listRelationChanges(relation, none);
  return (
    <ConfirmButton
      label={<Trash2 aria-hidden />}
      aria-label={t("customers.endRelationOf", { name: other.name })}
      size="icon"
      title={t("customers.endRelationTitle", { person: other.name, name: customer.name })}
      confirm={t("customers.endRelation")}
      onConfirm={async () => {
        await end.mutateAsync({ params: { organizationId, customerId: to.id, fromId: from.id } });
        // Another person is asked for what they owe.
        void cache.invalidateQueries();
      }}
    >
      {changes.length > 0
        ? changes.map((key) => t(key, { from: from.name, to: to.name })).join(" ")
        : t("customers.endRelationText", { person: from.name, name: to.name })}
    </ConfirmButton>
  );
}
