/** Owners have the second factor removed that somebody of the team has lost: after 24 hours. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type MemberDetail, members } from "#contract/members.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { useCanAssignOwners } from "#web/organizations/organization-owner.tsx";

export function LostSecondFactorCard({ member }: { member: MemberDetail }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const isOwner = useCanAssignOwners();
  const isOneself = useUser().id === member.id;
  const params = { organizationId, userId: member.id };
  const onSuccess = (answer: { data: MemberDetail }) =>
    cache.setQueryData(endpointQuery(members.read, { params }).queryKey, answer);
  const request = useMutation({ ...endpointMutation(members.requestSecondFactorRemoval), onSuccess });
  const cancel = useMutation({ ...endpointMutation(members.cancelSecondFactorRemoval), onSuccess });
  const { full_name: name, secondFactorRemovalAt: at } = member;
  if (!member.hasSecondFactor) return null;
  return (
    <Card title={t("second-factors.title")} padded>
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">
          {at ? t("members.secondFactorRemovalAt", { at: dateTime(at), name }) : t("members.secondFactorOn")}
        </p>
        {isOwner &&
          !isOneself &&
          member.active &&
          (at ? (
            <Button pending={cancel.isPending} onClick={() => cancel.mutate({ params })}>
              {t("members.secondFactorCancel")}
            </Button>
          ) : (
            <ConfirmButton
              quiet={false}
              label={t("members.secondFactorLost")}
              title={t("members.secondFactorLostTitle", { name })}
              confirm={t("members.secondFactorLost")}
              onConfirm={() => request.mutateAsync({ params })}
            >
              {t("members.secondFactorLostText", { name })}
            </ConfirmButton>
          ))}
      </div>
    </Card>
  );
}
