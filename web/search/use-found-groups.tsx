/** Groups of lines of what was found: hits of the server, pages of the sidebar, actions of the modules. */
import { useNavigate } from "@tanstack/react-router";
import {
  ArrowRight,
  Banknote,
  Building2,
  CalendarDays,
  CalendarPlus,
  CircleHelp,
  CreditCard,
  FileText,
  Plus,
  Sparkles,
  UserPlus,
} from "lucide-react";
import type { CustomerHit, EventHit, SearchResults } from "#contract/search.ts";
import { localDate } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { removeAccents } from "#messages/remove-accents.ts";
import { paymentMethodLabels, statusLabels } from "#web/events/labels.ts";
import type { Guide } from "#web/general/parse-guide.ts";
import { type GuideHit, searchGuide } from "#web/general/search-guide.ts";
import { canBook } from "#web/availability/can-book.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { isTeamMember, type Scope, scopePath, useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { getDateFormats, noonOf } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { CourtIcon, FacilityIcon } from "#web/kit/ui/icons.tsx";
import type { ChosenCustomer } from "#web/kit/ui/search-opener.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { roleName } from "#web/members/member-badges.tsx";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import { splitWords } from "./highlight.tsx";
import type { Icon, PaletteGroup, PaletteOption, PalettePage } from "./palette-option.ts";

const MAX_PAGES = 5;
const MAX_EMPTY_PAGES = 6;
/** Lines of each kind but customers: the actions stay in sight. */
const MAX_SHOWN = 3;

export const OptionIcon = ({ icon: Shape }: { icon: Icon }) => (
  <span className="grid w-7 shrink-0 place-items-center text-ink-3">
    <Shape className="size-4" aria-hidden />
  </span>
);

export interface FoundCallbacks {
  onBookFor: (customer: ChosenCustomer) => void;
  onAskForSlots: () => void;
}

const toChosen = ({ id, name, email }: CustomerHit): ChosenCustomer => ({ id, name, email });

interface GroupContext {
  t: ReturnType<typeof useTranslation>;
  language: Language;
  scope: Scope;
  navigate: ReturnType<typeof useNavigate>;
  money: ReturnType<typeof useAmountFormat>;
  /** The organization's; undefined for those who may not read it. */
  timezone: string | undefined;
}

interface FoundInput extends FoundCallbacks {
  q: string;
  results: SearchResults | undefined;
  /** Whether the results are of an earlier text, or not here yet. */
  isPending: boolean;
  pages: readonly PalettePage[];
  /** Undefined while it is loading. */
  guide: Guide | undefined;
}

export function useFoundGroups(input: FoundInput): PaletteGroup[] {
  const context = {
    t: useTranslation(),
    language: useLanguage(),
    scope: useScope(),
    navigate: useNavigate(),
    money: useAmountFormat(),
    timezone: useOrganizationTimezone(),
  };
  return buildGroups(input, context);
}

function buildGroups(
  { q, results, isPending, pages, guide, onBookFor, onAskForSlots }: FoundInput,
  { t, language, scope, navigate, money, timezone }: GroupContext,
): PaletteGroup[] {
  const mayBook = !scope.isPlatform && isTeamMember(scope) && scope.can("events.create");
  const go = (to: string, search?: object) => void navigate({ to, ...(search && { search: search as never }) });
  const inOrganization = (organizationId: string, rest: string) => scopePath(organizationId, rest);
  const nameIfElsewhere = (organization: { name: string }) => (scope.isPlatform ? organization.name : undefined);
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ") || undefined;

  const whenOf = (instant: string, timezone: string) => {
    const { day, time, date, withOtherZoneName } = getDateFormats(timezone, language);
    const isToday = localDate(instant, timezone) === localDate(new Date(), timezone);
    const isThisYear = new Date(instant).getFullYear() === new Date().getFullYear();
    const shownDay = isToday ? t("availability.today") : isThisYear ? day(instant) : date(instant);
    return withOtherZoneName(`${shownDay}, ${time(instant)}`, instant);
  };

  const categoryOf = ({ categories: [name] }: CustomerHit) => name && roleName(t, { id: MEMBER_ROLE_ID, name });

  const customerOption = (hit: CustomerHit): PaletteOption => ({
    key: `customer ${hit.id}`,
    icon:
      hit.kind === "company" ? (
        <span className="grid size-7 shrink-0 place-items-center rounded-lg bg-gray-bg text-gray-fg">
          <Building2 className="size-3.5" aria-hidden />
        </span>
      ) : (
        <Avatar name={hit.name} size="sm" />
      ),
    title: hit.name,
    detail: joined(
      nameIfElsewhere(hit.organization),
      hit.kind === "company" ? t("customers.company") : categoryOf(hit),
      hit.phone ?? hit.email,
    ),
    aside: (
      <>
        {hit.next && (
          <span className="text-xs whitespace-nowrap text-ink-2 max-md:hidden">
            {whenOf(hit.next.startTime, hit.next.timezone)}, {hit.next.fieldName}
          </span>
        )}
        {hit.debt && (
          <Badge tone={hit.debt.isOverdue ? "rose" : "gray"} dot>
            {t(hit.debt.isOverdue ? "search.overdue" : "search.dueToday", {
              amount: money(hit.debt.amount, hit.debt.currency),
            })}
          </Badge>
        )}
      </>
    ),
    act: () => go(inOrganization(hit.organization.id, `/customers/${hit.id}`)),
    ...(mayBook && { customer: toChosen(hit) }),
  });

  /** On the planning a booking opens there, on its day. */
  const openEvent = ({ id, startTime, timezone }: EventHit) => {
    const planningPath = scope.path("/planning");
    if (location.pathname === planningPath) go(planningPath, { date: localDate(startTime, timezone), eventId: id });
    else go(scope.path(`/events/${id}`));
  };

  const hitGroups = (found: SearchResults): PaletteGroup[] => [
    {
      key: "customers",
      label: t("customers.title"),
      total: found.customers.total,
      listPath: "/users",
      options: found.customers.hits.map(customerOption),
    },
    {
      key: "events",
      label: t("events.bookings"),
      total: found.events.total,
      listPath: "/events",
      options: found.events.hits.slice(0, MAX_SHOWN).map((hit) => {
        const { timeRange, day, date, withOtherZoneName } = getDateFormats(hit.timezone, language);
        const isThisYear = new Date(hit.startTime).getFullYear() === new Date().getFullYear();
        const isOver = hit.status === "canceled" || hit.status === "rejected" || hit.status === "pending";
        return {
          key: `event ${hit.id}`,
          icon: <OptionIcon icon={CalendarDays} />,
          title: hit.customerName ?? hit.name,
          more: joined(
            hit.customerName && hit.name !== hit.customerName ? hit.name : undefined,
            hit.fieldName,
            nameIfElsewhere(hit.organization),
          ),
          aside: (
            <>
              {isOver && (
                <Badge tone={statusTone(hit.status)} dot={hit.status}>
                  {t(statusLabels[hit.status])}
                </Badge>
              )}
              <span className="text-xs whitespace-nowrap text-ink-2 tnum">
                {(isThisYear ? day : date)(hit.startTime)}
                <span className="max-sm:hidden">
                  , {withOtherZoneName(timeRange(hit.startTime, hit.endTime), hit.startTime)}
                </span>
              </span>
            </>
          ),
          act: () => openEvent(hit),
        };
      }),
    },
    {
      key: "fields",
      label: t("fields.title"),
      total: found.fields.total,
      options: found.fields.hits.slice(0, MAX_SHOWN).map((hit) => ({
        key: `field ${hit.id}`,
        icon: <OptionIcon icon={CourtIcon} />,
        title: hit.name,
        more: joined(hit.facilityName, nameIfElsewhere(hit.organization)),
        act: () => go(scope.path(`/fields/${hit.id}`)),
      })),
    },
    {
      key: "facilities",
      label: t("facilities.title"),
      total: found.facilities.total,
      options: found.facilities.hits.slice(0, MAX_SHOWN).map((hit) => ({
        key: `facility ${hit.id}`,
        icon: <OptionIcon icon={FacilityIcon} />,
        title: hit.name,
        more: joined(hit.address, nameIfElsewhere(hit.organization)),
        act: () => go(scope.path(`/facilities/${hit.id}`)),
      })),
    },
    {
      key: "invoices",
      label: t("invoices.title"),
      total: found.invoices.total,
      listPath: "/invoices",
      options: found.invoices.hits.slice(0, MAX_SHOWN).map((hit) => ({
        key: `invoice ${hit.id}`,
        icon: <OptionIcon icon={FileText} />,
        title: hit.number,
        more: joined(hit.buyerName, nameIfElsewhere(hit.organization)),
        aside: (
          <>
            <span className="text-xs whitespace-nowrap text-ink-3 max-sm:hidden">
              {getDateFormats("UTC", language).date(noonOf(hit.issuedOn))}
            </span>
            <span className="min-w-16 text-right font-semibold tnum">{money(hit.totalAmount, hit.currency)}</span>
          </>
        ),
        // Invoices have no pages: the list downloads them, and members have them beside their payments.
        act: () => (isTeamMember(scope) ? go(scope.path("/invoices"), { q: hit.number }) : go("/my-payments")),
      })),
    },
    {
      key: "payments",
      label: t("payments.title"),
      total: found.payments.total,
      listPath: "/payments",
      options: found.payments.hits.slice(0, MAX_SHOWN).map((hit) => ({
        key: `payment ${hit.id}`,
        icon: <OptionIcon icon={CreditCard} />,
        title: hit.payerName,
        more: joined(hit.fieldName ?? hit.label, t(paymentMethodLabels[hit.method]), nameIfElsewhere(hit.organization)),
        aside: (
          <>
            <span className="text-xs whitespace-nowrap text-ink-3 max-sm:hidden">
              {getDateFormats(timezone, language).date(hit.date)}
            </span>
            <span className="min-w-16 text-right font-semibold tnum">{money(hit.amount, hit.currency)}</span>
          </>
        ),
        act: () => (isTeamMember(scope) ? go(scope.path(`/payments/${hit.id}`)) : go("/my-payments")),
      })),
    },
  ];

  /** Last line of a kind that has more than is shown: the list, searched for the same. */
  const withAll = (group: PaletteGroup): PaletteGroup => {
    const { key, total, options, listPath: path } = group;
    const hasMore = total === null || (total !== undefined && total > options.length);
    if (path === undefined || !isTeamMember(scope) || !hasMore || options.length === 0) return group;
    const all: PaletteOption = {
      key: `all ${key}`,
      icon: <OptionIcon icon={ArrowRight} />,
      title: total === null || total === undefined ? t("search.all") : t("search.allOf", { count: total }),
      act: () => go(scope.path(path), { q }),
      isRemembered: false,
    };
    return { ...group, options: [...options, all] };
  };

  const words = splitWords(q);
  const matches = (label: string) => words.every((word) => removeAccents(label).includes(word));
  const pageOption = ({ to, label, icon }: PalettePage): PaletteOption => ({
    key: `page ${to}`,
    icon: <OptionIcon icon={icon} />,
    title: label,
    act: () => go(to),
  });
  const actionOption = ({ to, label, search }: { to: string; label: string; search?: object }): PaletteOption => ({
    key: `action ${label}`,
    icon: <OptionIcon icon={Plus} />,
    title: label,
    act: () => go(to, search),
    isRemembered: false,
  });
  const actions = listActions(scope).map(({ label, ...action }) => ({
    ...action,
    label: t(label as "overview.title"),
  }));
  const foundPages =
    q === "" ? pages.slice(0, MAX_EMPTY_PAGES) : pages.filter(({ label }) => matches(label)).slice(0, MAX_PAGES);
  const foundActions = q === "" ? [] : actions.filter(({ label }) => matches(label)).slice(0, MAX_PAGES);

  const guideOption = ({ topic, heading, title }: GuideHit): PaletteOption => ({
    key: `guide ${topic}`,
    icon: <OptionIcon icon={CircleHelp} />,
    title: heading,
    detail: title,
    act: () => void window.open(`/guide/${topic}`, "_blank", "noopener"),
    isRemembered: false,
  });
  const foundTopics = guide ? searchGuide(guide, words) : [];

  const [first] = results?.customers.hits ?? [];
  const customerActions: PaletteOption[] =
    first && mayBook
      ? [
          {
            key: "book for",
            icon: <OptionIcon icon={CalendarPlus} />,
            title: t("search.bookFor", { name: first.name }),
            letter: "b",
            act: () => onBookFor(toChosen(first)),
            isRemembered: false,
          },
          ...(first.debt && scope.can("payments.record")
            ? [
                {
                  key: "take payment",
                  icon: <OptionIcon icon={Banknote} />,
                  title: t("search.takePayment", {
                    amount: money(first.debt.amount, first.debt.currency),
                    name: first.name,
                  }),
                  letter: "e",
                  act: () => go(inOrganization(first.organization.id, `/customers/${first.id}`)),
                  isRemembered: false,
                },
              ]
            : []),
        ]
      : [];
  const slotAction: PaletteOption[] =
    canBook(scope) && scope.can("fields.show")
      ? [
          {
            key: "what is free",
            icon: <OptionIcon icon={Sparkles} />,
            title: t("search.whatIsFree"),
            letter: "f",
            act: onAskForSlots,
            isRemembered: false,
          },
        ]
      : [];
  const isName = results && !isPending && /\p{L}{2}/u.test(q) && results.customers.hits.length < 5;
  const newCustomer: PaletteOption[] =
    isName && !scope.isPlatform && scope.can("customers.manage")
      ? [
          {
            key: "new customer",
            icon: <OptionIcon icon={UserPlus} />,
            title: t("search.newCustomer", { name: q }),
            letter: "n",
            act: () => go(scope.path("/customers/create"), { name: q }),
            isRemembered: false,
          },
        ]
      : [];
  return [
    ...(results ? hitGroups(results).map(withAll) : []),
    { key: "pages", label: t("search.pages"), options: foundPages.map(pageOption) },
    { key: "guide", label: t("search.guide"), options: foundTopics.map(guideOption) },
    {
      key: "actions",
      label: t("search.actions"),
      options: [...customerActions, ...foundActions.map(actionOption), ...slotAction, ...newCustomer],
    },
  ].filter(({ options }) => options.length > 0);
}

/** Actions of the modules that the person may do in this scope. */
function listActions(scope: Scope) {
  const { isPlatform, organizationId, can, path } = scope;
  return listModules().flatMap(({ actions = [] }) =>
    actions
      .filter(({ permission, isGlobal }) =>
        permission === undefined ? isGlobal === true : organizationId !== "" && !isPlatform && can(permission),
      )
      .map(({ isGlobal, path: to, label, search }) => ({
        to: isGlobal ? to : path(to),
        label,
        ...(search && { search }),
      })),
  );
}
