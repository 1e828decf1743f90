import * as z from "zod/mini";
import { email, personName } from "#contract/kit.ts";

/** As the calls have it, so that what they refuse stands beside its field. */
export const InvitationForm = z.strictObject({ people: z.array(z.strictObject({ name: personName(120), email })) });

export const blankInvitation = { people: [{ name: "", email: "" }] };
