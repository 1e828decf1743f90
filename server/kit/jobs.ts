/** Work that can wait, on pg-boss. Jobs are triggers, tables are the truth: every job reads the state again and may run twice. */
import type { Database } from "./database.ts";
import type { House } from "./house.ts";

export interface Job {
  /** `emails.send`: the room, or the kit's part, first. */
  name: string;
  /** Does the work of one trigger; of a sweep, when `data` is empty. Throwing means another try. */
  run(house: House, data: Record<string, unknown>): Promise<void>;
  /** A cron line (UTC) for the sweep that finds what was missed. */
  sweep?: string;
  /** Tries after the first (5). */
  retries?: number;
}

export interface Jobs {
  /** Triggers a job within the caller's transaction: it runs if that commits, and never otherwise. */
  send(db: Database, name: string, data: object, options?: { after?: Date }): Promise<void>;
  close(): Promise<void>;
}
