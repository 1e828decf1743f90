/** The answers to an invitation to play, beside the sentence that tells of it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifications } from "#contract/notifications.ts";
import { participants } from "#contract/participants.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { answerLabels } from "./labels.ts";

export function InvitationOfNews({ participantId, onAnswered }: { participantId: string; onAnswered: () => void }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const answer = useMutation({
    ...endpointMutation(participants.answer),
    onSuccess: onAnswered,
    onSettled: async () => {
      const shown = [participants.own.name, notifications.list.name, notifications.count.name];
      await Promise.all(shown.map((name) => cache.invalidateQueries({ queryKey: [name] })));
    },
  });
  return (
    <div className="relative mt-2 flex w-fit flex-wrap gap-1.5 max-lg:*:h-9">
      {(["accepted", "declined"] as const).map((given) => (
        <Button
          key={given}
          size="sm"
          variant={given === "accepted" ? "primary" : "secondary"}
          disabled={answer.isPending}
          pending={answer.isPending && answer.variables.body.answer === given}
          onClick={() => answer.mutate({ params: { participantId }, body: { answer: given } })}
        >
          {t(answerLabels[given])}
        </Button>
      ))}
    </div>
  );
}
