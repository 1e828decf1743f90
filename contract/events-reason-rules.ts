/**
 * Reasons that are chosen by a click (presets). They are stored as the text that the desk reads, so that they can be
 * edited and searched; readers of another language get the same reason in theirs.
 */
import type { MessageKey } from "#messages/keys.ts";

export const blockReasons = [
  "planning.reasonMaintenance",
  "planning.reasonWeather",
  "planning.reasonCompetition",
  "planning.reasonPrivate",
] as const satisfies readonly MessageKey[];

export const rejectionReasons = [
  "approvals.reasonTaken",
  "approvals.reasonClosed",
  "approvals.reasonPriority",
] as const satisfies readonly MessageKey[];

export const cancellationReasons = [
  "events.cancelCustomerAsked",
  "planning.reasonWeather",
  "events.cancelNotPlayable",
  "events.cancelClosed",
] as const satisfies readonly MessageKey[];
