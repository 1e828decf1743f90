/** Confirmation of a purchase: what is bought, its price and terms, the right to withdraw, and the button that orders. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { type OrderQuote, orders, type PassKind, passKinds } from "#contract/orders.ts";
import { payments } from "#contract/payments.ts";
import { PromoCodeField } from "#web/availability/promo-code-choice.tsx";
import { ApiError, call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { useField } from "#web/kit/form/field.tsx";
import { Form, FormActions, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { PassWords } from "./pass-words.tsx";

const Draft = z.strictObject({
  holderId: z.nullable(z.string()),
  startsOn: z.nullable(z.string()),
  promoCode: z.string(),
  beginsAtOnce: z.boolean(),
  isAdult: z.boolean(),
});

interface Wanted {
  kind: PassKind;
  typeId: string;
  holderId?: string;
  startsOn?: string;
  promoCode?: string;
}

const quoteQuery = (organizationId: string, body: Wanted) =>
  endpointQuery(orders.quote, { params: { organizationId }, body }, { quiet: true });

function useQuote(wanted: Wanted) {
  const { organizationId } = useScope();
  return useQuery({
    ...quoteQuery(organizationId, wanted),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

/** Members of what is asked for; the same for the quote and the order. */
function toWanted(
  { kind, typeId }: Pick<Wanted, "kind" | "typeId">,
  { holderId, startsOn, promoCode }: { holderId: unknown; startsOn: unknown; promoCode: string },
): Wanted {
  return {
    ...{ kind, typeId },
    ...(typeof holderId === "string" && holderId !== "" && { holderId }),
    ...(kind === "subscription" && typeof startsOn === "string" && startsOn !== "" && { startsOn }),
    ...(promoCode !== "" && { promoCode }),
  };
}

const isKind = (text: string): text is PassKind => (passKinds as readonly string[]).includes(text);

export function BuyPage() {
  const t = useTranslation();
  const { path } = useScope();
  const [kindText, typeId] = [useRouteParam("passKind"), useRouteParam("typeId")];
  const kind = isKind(kindText) ? kindText : "subscription";
  const { data, error, refetch } = useQuote({ kind, typeId });
  const quote = data?.data;
  return (
    <Page
      title={quote ? t("orders.buy", { name: quote.name }) : t("orders.shop")}
      crumbs={[
        <Link key="shop" to={path("/shop")}>
          {t("orders.shop")}
        </Link>,
      ]}
    >
      <div className="grid max-w-2xl gap-5">
        {error && !quote ? (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        ) : quote ? (
          <BuyForm key={typeId} kind={kind} typeId={typeId} first={quote} />
        ) : (
          <Skeleton className="h-72" />
        )}
      </div>
    </Page>
  );
}

interface BuyFormProps {
  kind: PassKind;
  typeId: string;
  first: OrderQuote;
}

function BuyForm({ kind, typeId, first }: BuyFormProps) {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const [keyOf] = useState(createIdempotencyKeys);
  const cache = useQueryClient();
  const place = useMutation(endpointMutation(orders.place, { quiet: true }));
  return (
    <Form
      schema={Draft}
      defaultValues={{
        holderId: first.holder?.id ?? null,
        startsOn: kind === "subscription" ? first.startsOn : null,
        promoCode: "",
        beginsAtOnce: false,
        isAdult: false,
      }}
      guard={false}
      onSubmit={async ({ holderId, startsOn, promoCode, beginsAtOnce, isAdult }) => {
        const wanted = toWanted({ kind, typeId }, { holderId, startsOn, promoCode });
        // The page has shown this total: it is what is bought.
        const seen = cache.getQueryData<{ data: OrderQuote }>(quoteQuery(organizationId, wanted).queryKey);
        const total = seen?.data.total ?? first.total;
        const body = { ...wanted, total, beginsAtOnce, isAdult };
        const params = { organizationId };
        const { data: order } = await place.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        const { wallet, takesVouchers } = order.prepaid;
        // With means that are paid ahead there is a choice.
        if (wallet === 0 && !takesVouchers) {
          try {
            const { chargeId } = order;
            const page = await call(
              payments.chargeCheckout,
              { params: { organizationId, chargeId }, body: {} },
              { quiet: true },
            );
            location.assign(page.data.url);
            return;
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
          }
        }
        await navigate({ to: path(`/orders/${order.id}`) });
      }}
    >
      <Parts kind={kind} typeId={typeId} first={first} />
    </Form>
  );
}

function Parts({ kind, typeId, first }: BuyFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats("UTC");
  const holderId = useFieldValue("holderId");
  const startsOn = useFieldValue("startsOn");
  const promoCode = useFieldText("promoCode");
  const found = useQuote(toWanted({ kind, typeId }, { holderId, startsOn, promoCode }));
  const quote = found.data?.data ?? first;
  const { price, wholePrice, joiningFee, promo, total, currency, tax, words, termsText, withdrawal } = quote;
  const say = (local: string) => date(noonOf(local));
  const dates = [
    quote.startsOn ? t("orders.from", { date: say(quote.startsOn) }) : t("orders.fromFirstUse"),
    ...(quote.endsOn ? [t("orders.until", { date: say(quote.endsOn) })] : []),
  ];
  const isBlocked = quote.refusals.length > 0;
  return (
    <>
      <Card title={t("orders.what")}>
        <div className="grid gap-3 px-4 py-3">
          <p className="text-sm font-semibold [overflow-wrap:anywhere]">{quote.name}</p>
          {quote.description && <p className="text-13 text-ink-2">{quote.description}</p>}
          <PassWords words={words} />
        </div>
        {(quote.holders.length > 1 || kind === "subscription" || quote.takesPromoCodes) && (
          <div className="grid gap-4 border-t border-line px-4 py-4">
            {quote.holders.length > 1 && (
              <SelectField
                name="holderId"
                label={t("orders.forWhom")}
                options={quote.holders.map(({ id, name, isSelf }) => ({
                  value: id,
                  label: isSelf ? t("orders.forSelf", { name }) : name,
                }))}
              />
            )}
            {kind === "subscription" && <DateField name="startsOn" label={t("orders.firstDay")} />}
            <PromoCodeField
              quote={{
                data: { ...quote, promo: found.isPlaceholderData || promoCode === "" ? null : promo },
                codeError: promoCode === "" ? null : found.error,
                isCodePending: promoCode !== "" && found.isFetching,
              }}
            />
          </div>
        )}
        <DescriptionList className="border-t border-line">
          <DescriptionItem name={t("orders.when")}>{dates.join("\n")}</DescriptionItem>
          <DescriptionItem name={t("orders.termPrice")}>
            <span className="tnum">
              {money(price, currency)}
              {price !== wholePrice && ` ${t("orders.insteadOf", { price: money(wholePrice, currency) })}`}
            </span>
          </DescriptionItem>
          {joiningFee > 0 && (
            <DescriptionItem name={t("orders.joiningFee")}>
              <span className="tnum">{money(joiningFee, currency)}</span>
            </DescriptionItem>
          )}
          {promo && promo.discount > 0 && (
            <DescriptionItem name={promo.code}>
              <span className="tnum">{money(-promo.discount, currency)}</span>
            </DescriptionItem>
          )}
          <DescriptionItem name={t("orders.total")}>
            <span className="font-semibold tnum">{money(total, currency)}</span>
            {tax && (
              <span className="block text-ink-3 tnum">
                {t("orders.taxIncluded", { amount: money(tax.amount, currency), rate: tax.rate / 1000 })}
              </span>
            )}
          </DescriptionItem>
        </DescriptionList>
      </Card>
      {termsText && (
        <Card title={t("orders.clubTerms")}>
          <p className="px-4 py-3 text-13 whitespace-pre-line text-ink-2">{termsText}</p>
        </Card>
      )}
      <Card title={t("orders.withdrawal")}>
        <div className="grid gap-3 px-4 py-3">
          <p className="text-13 text-ink-2">
            {withdrawal ? t("orders.withdrawalText", { date: say(withdrawal.by) }) : t("orders.noWithdrawalText")}
          </p>
          {withdrawal?.mustAsk && <Consent name="beginsAtOnce" label={t("orders.asksToBegin")} />}
          {quote.mustSayAdult && <Consent name="isAdult" label={t("orders.isAdult")} />}
        </div>
      </Card>
      {quote.refusals.map(({ at, text }) => (
        <p key={at + text} role="status" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {text}
        </p>
      ))}
      <p className="text-13 text-ink-3">{t("orders.binds")}</p>
      <FormActions>
        <SubmitButton disabled={isBlocked || found.isPlaceholderData}>
          {t("orders.order", { amount: money(total, currency) })}
        </SubmitButton>
      </FormActions>
    </>
  );
}

/** A box that is not ticked before. */
function Consent({ name, label }: { name: "beginsAtOnce" | "isAdult"; label: string }) {
  const { value, change, error } = useField({ name });
  return (
    <div data-field={name} className="grid gap-1">
      <CheckBox label={label} checked={value === true} onChange={change} />
      {error && (
        <p role="alert" className="text-13 text-rose-fg">
          {error}
        </p>
      )}
    </div>
  );
}
