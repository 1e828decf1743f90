import type { ParticipantState, PlayerAnswer } from "#contract/participants.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";

export const stateLabels = {
  invited: "participants.stateInvited",
  accepted: "participants.stateAccepted",
  declined: "participants.stateDeclined",
  left: "participants.stateLeft",
  removed: "participants.stateRemoved",
} as const satisfies Record<ParticipantState, MessageKey>;

export const stateTones = {
  invited: "amber",
  accepted: "lime",
  declined: "gray",
  left: "gray",
  removed: "gray",
} as const satisfies Record<ParticipantState, Tone>;

export const answerLabels = {
  accepted: "participants.accept",
  declined: "participants.decline",
  left: "participants.leave",
} as const satisfies Record<PlayerAnswer, MessageKey>;
