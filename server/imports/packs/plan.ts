/** Decides what becomes of each row: a pack, another state of a known one, nothing new, or an error. */
import type { PackImportReport, PackImportTarget } from "#contract/imports.ts";
import type { PackType } from "#contract/packs.ts";
import { datesOfSale, lastDayFrom, packStateOf } from "#contract/packs-rules.ts";
import { shorten } from "#server/imports/cell-values.ts";
import {
  type KnownCustomer,
  type KnownCustomers,
  nameOfRow,
  type NewCustomer,
} from "#server/imports/known-customers.ts";
import { emptyCounts, PassPlanner, Refusal } from "#server/imports/pass-planner.ts";
import type { ImportFault } from "#server/imports/rows.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { CustomerDraft } from "#contract/customers.ts";
import type { ImportedPack, ImportedUnits, ImportPackType } from "#server/packs/import.ts";
import type { PackMapping } from "./guess-mapping.ts";
import type { PackRow } from "./rows.ts";

/** As the import stores it: messages are not yet translated. */
export interface StoredPackReport extends Omit<PackImportReport, "errors"> {
  faults: ImportFault[];
}

export const emptyPackReport = (): StoredPackReport => ({
  packs: emptyCounts(),
  ended: 0,
  customers: emptyCounts(),
  failed: 0,
  faults: [],
  examples: [],
});

/** Writes what a row becomes; a dry run only pretends to. */
export interface PackWriter {
  addCustomer(draft: CustomerDraft): Promise<NewCustomer>;
  addPack(units: ImportedUnits, of: { type: PackType; customerId: string; externalId: string | null }): Promise<void>;
  changePack(before: ImportedPack, units: ImportedUnits): Promise<void>;
}

export interface PackPlanScope {
  mapping: PackMapping;
  types: readonly ImportPackType[];
  /** Local date of the organization. */
  today: string;
}

const MAX_EXAMPLES = 5;

/** @throws Refusal for numbers that do not fit together */
function countUsed(row: PackRow, total: number): number | null {
  const { unitsLeft: left, unitsUsed: used } = row;
  if (left === null && used === null) return null;
  const target = left === null ? "unitsUsed" : "unitsLeft";
  if ((left ?? 0) > total || (used ?? 0) > total)
    throw new Refusal(target, message("imports.moreThanTotal", { total }));
  if (left !== null && used !== null && left + used !== total)
    throw new Refusal(target, message("imports.unitsDisagree", { total }));
  return used ?? total - (left ?? 0);
}

/** A pack of which something is used has begun: where the file does not say when, on the day of the import. */
function unitsOfNew(row: PackRow, type: PackType, today: string): ImportedUnits {
  const unitsTotal = row.unitsTotal ?? type.units;
  const usedBefore = countUsed(row, unitsTotal) ?? 0;
  const sold = datesOfSale(type, row.startsOn ?? today);
  const begins = row.startsOn ?? (usedBefore > 0 ? today : sold.startsOn);
  const expiresOn = row.expiresOn ?? (begins === null ? sold.expiresOn : lastDayFrom(type, begins));
  // One that has expired did not begin afterwards.
  const startsOn =
    begins !== null && row.startsOn === null && expiresOn !== null && expiresOn < begins ? expiresOn : begins;
  return { unitsTotal, usedBefore, startsOn, expiresOn };
}

/** Keeps what the file does not say. */
function unitsOfKnown(row: PackRow, known: ImportedPack): ImportedUnits {
  const unitsTotal = row.unitsTotal ?? known.unitsTotal;
  return {
    unitsTotal,
    usedBefore: countUsed(row, unitsTotal) ?? known.usedBefore,
    startsOn: row.startsOn ?? known.startsOn,
    expiresOn: row.expiresOn ?? known.expiresOn,
  };
}

const isSame = (one: ImportedUnits, other: ImportedUnits): boolean =>
  one.unitsTotal === other.unitsTotal &&
  one.usedBefore === other.usedBefore &&
  one.startsOn === other.startsOn &&
  one.expiresOn === other.expiresOn;

/** Packs that imports have written, as rows find them. */
export class KnownPacks {
  private readonly byNumber = new Map<string, ImportedPack>();
  private readonly ofCustomer: Map<string, ImportedPack[]>;

  constructor(packs: readonly ImportedPack[]) {
    for (const pack of packs) if (pack.externalId !== null) this.byNumber.set(pack.externalId, pack);
    this.ofCustomer = Map.groupBy(
      packs.filter(({ externalId }) => externalId === null),
      ({ customerId }) => customerId,
    );
  }

  /** By its number elsewhere; without one, by its holder, its type, and the dates that the file says. */
  find(row: PackRow, typeId: string, customerId: string | undefined): ImportedPack | undefined {
    if (row.externalId !== null) return this.byNumber.get(row.externalId);
    const own = customerId === undefined ? [] : (this.ofCustomer.get(customerId) ?? []);
    return own.find(
      (pack) =>
        pack.typeId === typeId &&
        (row.startsOn === null || row.startsOn === pack.startsOn) &&
        (row.expiresOn === null || row.expiresOn === pack.expiresOn),
    );
  }
}

export class PackPlanner extends PassPlanner<PackImportTarget, PackRow, PackType, StoredPackReport> {
  protected readonly typeMessages = {
    target: "pack" as const,
    unknown: (name: string) => message("imports.unknownPack", { name }),
    unknownNear: (name: string, near: string) => message("imports.unknownPackNear", { name, near }),
    several: (name: string) => message("imports.whichPack", { name }),
    windowGone: message("packs.windowGone"),
  };
  private readonly today: string;
  private readonly packs: KnownPacks;
  private readonly writer: PackWriter;

  constructor(
    scope: PackPlanScope,
    known: { customers: KnownCustomers; packs: KnownPacks },
    { writer, report }: { writer: PackWriter; report: StoredPackReport | undefined },
  ) {
    super(scope, known.customers, report ?? emptyPackReport());
    this.today = scope.today;
    this.packs = known.packs;
    this.writer = writer;
  }

  protected writeCustomer(draft: CustomerDraft): Promise<NewCustomer> {
    return this.writer.addCustomer(draft);
  }

  protected async decide(row: PackRow): Promise<void> {
    const type = this.findType(row);
    const holder = this.findHolder(row);
    const known = this.packs.find(row, type.id, holder?.id);
    if (known) return this.change(row, known, { type, holder });
    const units = unitsOfNew(row, type, this.today);
    const customer = holder ?? (await this.addCustomer(row.holder));
    await this.writer.addPack(units, { type, customerId: customer.id, externalId: row.externalId });
    this.addExample(row, type, { units, customer });
    this.report.packs.created++;
    const counts = { ...units, unitsUsed: units.usedBefore, unitsRefunded: 0 };
    if (packStateOf(counts, this.today) !== "running") this.report.ended++;
  }

  /** @throws Refusal for a pack of somebody else or of another type, or one that was used or changed here */
  private async change(
    row: PackRow,
    known: ImportedPack,
    { type, holder }: { type: PackType; holder: KnownCustomer | undefined },
  ): Promise<void> {
    const number = row.externalId === null ? "pack" : "externalId";
    if (holder && holder.id !== known.customerId) throw new Refusal(number, message("imports.packOfOther"));
    if (type.id !== known.typeId) throw new Refusal("pack", message("imports.packOtherType"));
    const units = unitsOfKnown(row, known);
    if (isSame(units, known)) return void this.report.packs.unchanged++;
    if (known.isChangedHere) throw new Refusal(number, message("imports.packChangedHere"));
    if (units.startsOn !== null && units.expiresOn !== null && units.expiresOn < units.startsOn)
      throw new Refusal("expiresOn", message("imports.endBeforeStart"));
    await this.writer.changePack(known, units);
    this.report.packs.updated++;
  }

  private addExample(
    { line }: PackRow,
    { name, unit }: PackType,
    { units, customer }: { units: ImportedUnits; customer: KnownCustomer },
  ): void {
    const { unitsTotal, usedBefore, startsOn, expiresOn } = units;
    if (this.report.examples.length === MAX_EXAMPLES) return;
    this.report.examples.push({
      ...{ line, customer: shorten(nameOfRow(customer)), pack: name, unit },
      ...{ unitsTotal, unitsLeft: unitsTotal - usedBefore, startsOn, expiresOn },
    });
  }
}
