/** Sports that fields can offer. */
import * as z from "zod/mini";
import { get, defineModule } from "./kit.ts";

export const Sport = z.object({ id: z.int(), name: z.string() });
export type Sport = z.infer<typeof Sport>;

export const sports = defineModule("sports", {
  list: get("/general/sports", {
    allow: "everyone",
    summary: "Sports, named and sorted in the reader's language",
    returns: z.array(Sport),
  }),
});
