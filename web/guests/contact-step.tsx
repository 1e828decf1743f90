/** The guest gives name and email. A code goes there, unless a payment proves the address. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type * as z from "zod/mini";
import { GuestContact, type GuestDesk, guests, TICKET_MIN_SECONDS } from "#contract/guests.ts";
import { ApiError, call, endpointQuery } from "#web/kit/data/api.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Choice } from "./choice.ts";
import { type GuestSession, usableProof } from "./kept-contact.ts";

interface ContactStepProps {
  desk: GuestDesk;
  choice: Choice;
  session: GuestSession | undefined;
  /** Empty: none. */
  promoCode: string;
  onNewTicket: () => Promise<string | undefined>;
  /** @param codeId undefined where no code is needed */
  onContact: (contact: GuestContact, codeId: string | undefined) => void;
}

export const placeOf = ({ start, field }: Choice, people: number, promoCode = "") => ({
  ...{ fieldId: field.id, startTime: start.startTime, duration: start.duration },
  people: Math.max(people, field.minPeople),
  ...(field.priceType && { priceType: field.priceType }),
  ...(promoCode !== "" && { promoCode }),
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The server takes no ticket that has just been given: people need that long anyway, a browser that fills in less. */
export async function waitForTicket(ticket: string): Promise<string> {
  const age = Date.now() - Number(ticket.split(".")[0]);
  const left = TICKET_MIN_SECONDS * 1000 + 200 - age;
  // The clocks of browsers differ.
  if (left > 0) await pause(Math.min(left, TICKET_MIN_SECONDS * 1000 + 200));
  return ticket;
}

const isTicketOver = (error: unknown): boolean => error instanceof ApiError && error.errors?.["ticket"] !== undefined;

/** Sends once more with a new ticket where the first one was too old. */
export async function sendWithTicket<T>(
  ticket: string,
  onNewTicket: () => Promise<string | undefined>,
  send: (ticket: string) => Promise<T>,
): Promise<T> {
  try {
    return await send(await waitForTicket(ticket));
  } catch (error) {
    if (!isTicketOver(error)) throw error;
    const next = await onNewTicket();
    if (next === undefined) throw error;
    await pause(TICKET_MIN_SECONDS * 1000 + 200);
    return send(next);
  }
}

export function ContactStep({ desk, choice, session, promoCode, onNewTicket, onContact }: ContactStepProps) {
  const t = useTranslation();
  const { slug, ticket } = desk;
  const decoy = useRef<HTMLInputElement>(null);
  const body = placeOf(choice, 1, promoCode);
  const quote = useQuery(endpointQuery(guests.quote, { params: { slug }, body }, { quiet: true }));
  const needsCode = quote.data?.data.needsCode ?? true;
  const submit = async (contact: z.output<typeof GuestContact>) => {
    if (!needsCode || usableProof(session, contact.email, Date.now())) return onContact(contact, undefined);
    const website = decoy.current?.value;
    const { data } = await sendWithTicket(ticket, onNewTicket, (given) =>
      call(
        guests.code,
        { params: { slug }, body: { address: contact.email, ticket: given, ...(website && { website }) } },
        { quiet: true },
      ),
    );
    return onContact(contact, data.id);
  };
  return (
    <Form
      schema={GuestContact}
      defaultValues={{ name: "", email: "", phone: "", ...session?.contact }}
      guard={false}
      label={t("guests.contact")}
      onSubmit={submit}
    >
      <TextField name="name" label={t("guests.name")} autoComplete="name" />
      <TextField
        name="email"
        label={t("accounts.email")}
        hint={t(needsCode ? "guests.emailHint" : "guests.emailHintPayment")}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <TextField name="phone" label={t("guests.phone")} type="tel" autoComplete="tel" optional />
      <div className="absolute -left-[9999px]" aria-hidden>
        <input ref={decoy} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitButton size="lg" className="w-full">
        {t(needsCode ? "guests.sendCode" : "guests.goOn")}
      </SubmitButton>
    </Form>
  );
}
