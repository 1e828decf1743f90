/** Decides what becomes of each row: a membership, another state of a known one, nothing new, or an error. */
import type { CustomerDraft } from "#contract/customers.ts";
import type { SubscriptionImportReport, SubscriptionImportTarget } from "#contract/imports.ts";
import { type DateSpan, isIn, lastDayOfTerm, seasonOf } from "#contract/subscriptions-rules.ts";
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { shorten } from "#server/imports/cell-values.ts";
import {
  type KnownCustomer,
  type KnownCustomers,
  nameOfCustomer,
  nameOfRow,
  type NewCustomer,
} from "#server/imports/known-customers.ts";
import { emptyCounts, PassPlanner, Refusal } from "#server/imports/pass-planner.ts";
import type { ImportFault } from "#server/imports/rows.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { ImportedState, ImportSubscriptionType, ListedSubscription } from "#server/subscriptions/import.ts";
import { findAgeRefusal } from "#server/subscriptions/offer.ts";
import type { SubscriptionMapping } from "./guess-mapping.ts";
import type { SubscriptionRow } from "./rows.ts";

/** As the import stores it: messages are not yet translated. */
export interface StoredSubscriptionReport extends Omit<SubscriptionImportReport, "errors"> {
  faults: ImportFault[];
}

export const emptySubscriptionReport = (): StoredSubscriptionReport => ({
  subscriptions: emptyCounts(),
  ended: 0,
  customers: emptyCounts(),
  failed: 0,
  faults: [],
  examples: [],
});

/** Writes what a row becomes; a dry run only pretends to. */
export interface SubscriptionWriter {
  addCustomer(draft: CustomerDraft): Promise<NewCustomer>;
  /** @returns its id */
  addSubscription(
    state: ImportedState,
    of: { type: SubscriptionType; customerId: string; externalId: string | null },
  ): Promise<string>;
  changeSubscription(before: ListedSubscription, state: ImportedState): Promise<void>;
}

export interface SubscriptionPlanScope {
  mapping: SubscriptionMapping;
  types: readonly ImportSubscriptionType[];
  /** Local date of the organization. */
  today: string;
  /** In which dates within errors are written. */
  language: Language;
}

const MAX_EXAMPLES = 5;

/** The first day of the term that ends on a day. */
function firstDayOfTerm({ termKind, termLength, seasonStart }: SubscriptionType, endsOn: string): string {
  if (termKind === "season" && seasonStart !== null) return seasonOf(seasonStart, endsOn).from;
  const after = Temporal.PlainDate.from(endsOn).add({ days: 1 });
  const length = termLength ?? 1;
  return after.subtract(termKind === "days" ? { days: length } : { months: length }).toString();
}

/** A start or an end that the file does not say follows from the other. @throws Refusal without both */
function spanOfRow({ startsOn, endsOn }: SubscriptionRow, type: SubscriptionType): DateSpan {
  if (startsOn !== null) return { from: startsOn, to: endsOn ?? lastDayOfTerm(type, startsOn) };
  if (endsOn === null) throw new Refusal("endsOn", message("imports.membershipDates"));
  return { from: firstDayOfTerm(type, endsOn), to: endsOn };
}

/** @throws Refusal for a freeze without an end, or outside of the term */
function freezeOfRow({ frozenFrom, frozenTo }: SubscriptionRow, term: DateSpan, today: string): DateSpan | null {
  if (frozenFrom === null && frozenTo === null) return null;
  if (frozenTo === null) throw new Refusal("frozenFrom", message("imports.freezeEndMissing"));
  const from = frozenFrom ?? today;
  if (frozenFrom === null && frozenTo < today) return null;
  if (!isIn(from, term)) throw new Refusal("frozenFrom", message("imports.freezeOutside"));
  if (!isIn(frozenTo, term)) throw new Refusal("frozenTo", message("imports.freezeOutside"));
  return { from, to: frozenTo };
}

const isSame = (one: ImportedState, other: ImportedState): boolean =>
  one.startsOn === other.startsOn &&
  one.endsOn === other.endsOn &&
  one.renews === other.renews &&
  one.freeze?.from === other.freeze?.from &&
  one.freeze?.to === other.freeze?.to;

type ById = Map<string, ListedSubscription>;

const isBeside = (one: ListedSubscription, { startsOn, endsOn }: ImportedState): boolean =>
  !one.isCanceled && one.startsOn <= endsOn && (one.renews || one.endsOn >= startsOn);

/** Memberships that are here, those of earlier rows included. */
export class KnownSubscriptions {
  private readonly byNumber: ById = new Map();
  private readonly ofCustomer = new Map<string, ById>();
  private readonly ofType = new Map<string, ById>();

  constructor(subscriptions: readonly ListedSubscription[]) {
    for (const one of subscriptions) this.put(one);
  }

  /** By its number elsewhere; without one, by its holder, its type, and the dates that the file says. */
  find(row: SubscriptionRow, typeId: string, customerId: string | undefined): ListedSubscription | undefined {
    if (row.externalId !== null) return this.byNumber.get(row.externalId);
    return this.listOf(customerId).find(
      (one) =>
        one.isImported &&
        one.externalId === null &&
        one.typeId === typeId &&
        (row.startsOn === null || row.startsOn === one.startsOn) &&
        (row.endsOn === null || row.endsOn === one.endsOn),
    );
  }

  put(one: ListedSubscription): void {
    if (one.externalId !== null) this.byNumber.set(one.externalId, one);
    for (const [index, key] of [
      [this.ofCustomer, one.customerId],
      [this.ofType, one.typeId],
    ] as const)
      index.set(key, (index.get(key) ?? new Map<string, ListedSubscription>()).set(one.id, one));
  }

  private listOf(customerId: string | undefined): ListedSubscription[] {
    return customerId === undefined ? [] : [...(this.ofCustomer.get(customerId)?.values() ?? [])];
  }

  /** Another of the type that the customer holds on days of a state; one that renews has no end. */
  findCurrentSubscription(
    state: ImportedState,
    { typeId, customerId, ownId }: { typeId: string; customerId: string | undefined; ownId: string | undefined },
  ): ListedSubscription | undefined {
    return this.listOf(customerId).find((one) => one.id !== ownId && one.typeId === typeId && isBeside(one, state));
  }

  /** Others of a type that run, or are to begin, on days of a state. */
  countPlaces(
    state: ImportedState,
    { typeId, ownId, today }: { typeId: string; ownId: string | undefined; today: string },
  ): number {
    let count = 0;
    for (const one of this.ofType.get(typeId)?.values() ?? [])
      if (one.id !== ownId && isBeside(one, state) && (one.holdsUntil >= today || one.endsOn >= today)) count++;
    return count;
  }
}

export class SubscriptionPlanner extends PassPlanner<
  SubscriptionImportTarget,
  SubscriptionRow,
  SubscriptionType,
  StoredSubscriptionReport
> {
  protected readonly typeMessages = {
    target: "membership" as const,
    unknown: (name: string) => message("imports.unknownMembership", { name }),
    unknownNear: (name: string, near: string) => message("imports.unknownMembershipNear", { name, near }),
    several: (name: string) => message("imports.whichMembership", { name }),
    windowGone: message("subscriptions.windowGone"),
  };
  private readonly scope: SubscriptionPlanScope;
  private readonly known: KnownSubscriptions;
  private readonly writer: SubscriptionWriter;

  constructor(
    scope: SubscriptionPlanScope,
    known: { customers: KnownCustomers; subscriptions: KnownSubscriptions },
    { writer, report }: { writer: SubscriptionWriter; report: StoredSubscriptionReport | undefined },
  ) {
    super(scope, known.customers, report ?? emptySubscriptionReport());
    this.scope = scope;
    this.known = known.subscriptions;
    this.writer = writer;
  }

  protected writeCustomer(draft: CustomerDraft): Promise<NewCustomer> {
    return this.writer.addCustomer(draft);
  }

  /** @throws Refusal for a number that nobody has, or a company */
  private findPerson(row: SubscriptionRow): KnownCustomer | undefined {
    const known = this.findHolder(row);
    if (known?.kind === "company")
      throw new Refusal("customerName", message("subscriptions.peopleOnly", { name: shorten(nameOfRow(known)) }));
    return known;
  }

  protected async decide(row: SubscriptionRow): Promise<void> {
    const type = this.findType(row);
    const holder = this.findPerson(row);
    const known = this.known.find(row, type.id, holder?.id);
    if (known) return this.change(row, known, { type, holder });
    const term = spanOfRow(row, type);
    const freeze = freezeOfRow(row, term, this.scope.today);
    const state = { startsOn: term.from, endsOn: term.to, renews: this.decideRenewal(row, type, term.to), freeze };
    const isRunning = state.endsOn >= this.scope.today;
    this.assertFits(type, state, { holder: holder?.id, row });
    if (isRunning) this.assertAge(row, type, { holder, startsOn: state.startsOn });
    const customer = holder ?? (await this.addCustomer(row.holder));
    const of = { type, customerId: customer.id, externalId: row.externalId };
    const id = await this.writer.addSubscription(state, of);
    this.known.put({
      ...{ ...state, id, customerId: customer.id, typeId: type.id, externalId: row.externalId },
      ...{ isImported: true, isCanceled: false, holdsUntil: state.endsOn, isChangedHere: false },
    });
    this.addExample(row, type, { state, customer });
    this.report.subscriptions.created++;
    if (!isRunning) this.report.ended++;
  }

  /** A term that is over renews no more: nobody is to be charged for a gap. @throws Refusal for a type that is not renewed */
  private decideRenewal({ renews }: SubscriptionRow, { renewal, name }: SubscriptionType, endsOn: string): boolean {
    if (endsOn < this.scope.today) return false;
    if (renews === true && renewal === "none")
      throw new Refusal("renews", message("imports.membershipNotRenewed", { name }));
    return renews ?? renewal === "by_hand";
  }

  /** @throws Refusal for somebody who holds one already, or a type whose places are taken */
  private assertFits(
    { id: typeId, name, capacity }: SubscriptionType,
    state: ImportedState,
    { holder, own, row }: { holder: string | undefined; own?: string; row: SubscriptionRow },
  ): void {
    const held = this.known.findCurrentSubscription(state, { typeId, customerId: holder, ownId: own });
    if (held) {
      const date = dateFormats(this.scope.language, "UTC").date(`${held.endsOn}T12:00:00Z`);
      const customer = shorten(nameOfCustomer(row.holder) || row.holder.externalId || "");
      throw new Refusal("membership", message("subscriptions.heldAlready", { customer, name, date }));
    }
    if (capacity === null || state.endsOn < this.scope.today) return;
    if (this.known.countPlaces(state, { typeId, ownId: own, today: this.scope.today }) >= capacity)
      throw new Refusal("membership", message("subscriptions.full", { name, count: capacity }));
  }

  /** @throws Refusal */
  private assertAge(
    row: SubscriptionRow,
    type: SubscriptionType,
    { holder, startsOn }: { holder: KnownCustomer | undefined; startsOn: string },
  ): void {
    const name = shorten(holder ? nameOfRow(holder) : nameOfCustomer(row.holder));
    const birth_date = holder?.birth_date ?? null;
    const refusal = findAgeRefusal(type, { name, birth_date }, startsOn, this.scope.language);
    if (refusal) throw new Refusal("customerName", refusal);
  }

  /** Keeps what the file does not say. @throws Refusal for dates that do not fit */
  private stateOfKnown(row: SubscriptionRow, known: ListedSubscription, type: SubscriptionType): ImportedState {
    const [startsOn, endsOn] = [row.startsOn ?? known.startsOn, row.endsOn ?? known.endsOn];
    if (endsOn < startsOn) throw new Refusal("endsOn", message("hours.endsBeforeStart"));
    const freeze = freezeOfRow(row, { from: startsOn, to: endsOn }, this.scope.today) ?? known.freeze;
    const isEnded = endsOn < this.scope.today;
    const keeps = row.renews === null && known.endsOn >= this.scope.today;
    const renews = keeps && !isEnded ? known.renews : this.decideRenewal(row, type, endsOn);
    return { startsOn, endsOn, renews, freeze };
  }

  /** @throws Refusal for a membership of somebody else or of another type, or one that was changed here */
  private async change(
    row: SubscriptionRow,
    known: ListedSubscription,
    { type, holder }: { type: SubscriptionType; holder: KnownCustomer | undefined },
  ): Promise<void> {
    const number = row.externalId === null ? "membership" : "externalId";
    if (holder && holder.id !== known.customerId) throw new Refusal(number, message("imports.membershipOfOther"));
    if (type.id !== known.typeId) throw new Refusal("membership", message("imports.membershipOtherType"));
    const state = this.stateOfKnown(row, known, type);
    if (isSame(state, known)) return void this.report.subscriptions.unchanged++;
    if (known.isChangedHere) throw new Refusal(number, message("imports.membershipChangedHere"));
    this.assertFits(type, state, { holder: known.customerId, own: known.id, row });
    await this.writer.changeSubscription(known, state);
    this.known.put({ ...known, ...state });
    this.report.subscriptions.updated++;
  }

  private addExample(
    { line }: SubscriptionRow,
    { name }: SubscriptionType,
    { state, customer }: { state: ImportedState; customer: KnownCustomer },
  ): void {
    const { startsOn, endsOn, renews } = state;
    if (this.report.examples.length === MAX_EXAMPLES) return;
    this.report.examples.push({
      ...{ line, customer: shorten(nameOfRow(customer)), membership: name, startsOn, endsOn, renews },
    });
  }
}
