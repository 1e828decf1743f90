import type { BlockAction } from "#contract/blocks.ts";
import type { BlockTarget } from "./block-drafts.ts";

export interface NewBlock {
  places: readonly { fieldId: string; startTime: string; endTime: string }[];
  /** Shown on the planning. */
  name: string;
  /** Nobody is sent to another outdoor field on the same day. */
  isWeather: boolean;
  description: string | null;
  internalNotes: string | null;
  /** Told in the mails. */
  reason: string;
}

/** Shown on the planning behind the wizard. */
export interface BlockPreview {
  places: NewBlock["places"];
  events: readonly { id: string; action: BlockAction; name: string; minutes: number; target?: BlockTarget }[];
}
