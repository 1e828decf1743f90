/** Members who let others find them, to be invited by one press. */
import { useQuery } from "@tanstack/react-query";
import { Check, UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { DIRECTORY_LETTERS, participants } from "#contract/participants.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useDebounced } from "#web/kit/render/use-debounced.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Input } from "#web/kit/ui/input.tsx";

interface MemberSearchProps {
  organizationId: string;
  /** Accounts that are invited, or play. */
  invitedIds: readonly string[];
  /** Account that is being invited. */
  pendingId: string | undefined;
  isBusy: boolean;
  onInvite: (userId: string) => void;
}

export function MemberSearch({ organizationId, invitedIds, pendingId, isBusy, onInvite }: MemberSearchProps) {
  const t = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const q = useDebounced(text).trim();
  const isLong = q.length >= DIRECTORY_LETTERS;
  const { data, isFetching } = useQuery({
    ...endpointQuery(participants.directory, { params: { organizationId }, query: { q } }, { quiet: true }),
    enabled: isLong,
  });
  const found = isLong ? data?.data : undefined;
  return (
    <section className="grid gap-2">
      <label htmlFor={id} className="text-13 font-medium">
        {t("participants.findMember")}
      </label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t("participants.findMemberHint", { count: DIRECTORY_LETTERS })}
      </p>
      <div aria-live="polite" aria-busy={isFetching} className="grid gap-1.5">
        {found?.length === 0 && <p className="text-13 text-ink-2">{t("participants.nobodyFound")}</p>}
        {found && found.length > 0 && (
          <ul aria-label={t("participants.foundMembers")} className="flex flex-wrap gap-1.5">
            {found.map(({ userId, name }) => (
              <li key={userId}>
                {/* It stays a button: a disabled one would lose the focus. */}
                <Button
                  size="sm"
                  className="pointer-coarse:min-h-11 aria-disabled:cursor-default aria-disabled:text-ink-3"
                  disabled={isBusy && pendingId !== userId}
                  pending={pendingId === userId}
                  {...(invitedIds.includes(userId) ? { "aria-disabled": true } : { onClick: () => onInvite(userId) })}
                >
                  {invitedIds.includes(userId) ? <Check aria-hidden /> : <UserPlus aria-hidden />}
                  {invitedIds.includes(userId) ? t("participants.isInvited", { name }) : name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
