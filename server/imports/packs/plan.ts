/** Decides what becomes of each row: a pack, another state of a known one, nothing new, or an error. */
import type { PackImportReport, PackImportTarget } from "#contract/imports.ts";
import { MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import type { PackType } from "#contract/packs.ts";
import { datesOfSale, lastDayFrom, packStateOf } from "#contract/packs-rules.ts";
import { shorten } from "#server/imports/cell-values.ts";
import { foldName } from "#server/imports/fold-name.ts";
import {
  type KnownCustomer,
  type KnownCustomers,
  nameOfCustomer,
  nameOfRow,
  type NewCustomer,
} from "#server/imports/known-customers.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { CustomerDraft } from "#contract/customers.ts";
import type { ImportedPack, ImportedUnits, ImportPackType } from "#server/packs/imported-packs.ts";
import type { PackMapping } from "./guess-mapping.ts";
import { listNearNames } from "#server/imports/near-names.ts";
import type { PackRow, ParsedPackRow } from "./rows.ts";

/** As the import stores it: messages are not yet translated. */
export interface StoredPackReport extends Omit<PackImportReport, "errors"> {
  faults: ImportFault[];
}

const emptyCounts = () => ({ created: 0, updated: 0, unchanged: 0 });
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

class Refusal {
  readonly target: PackImportTarget;
  readonly saying: LocalizedMessage;
  constructor(target: PackImportTarget, saying: LocalizedMessage) {
    this.target = target;
    this.saying = saying;
  }
}

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

export class PackPlanner {
  readonly report: StoredPackReport;
  private readonly scope: PackPlanScope;
  private readonly customers: KnownCustomers;
  private readonly packs: KnownPacks;
  private readonly writer: PackWriter;
  private readonly typesByName: Map<string, ImportPackType[]>;

  constructor(
    scope: PackPlanScope,
    known: { customers: KnownCustomers; packs: KnownPacks },
    { writer, report }: { writer: PackWriter; report: StoredPackReport | undefined },
  ) {
    this.scope = scope;
    this.customers = known.customers;
    this.packs = known.packs;
    this.writer = writer;
    this.report = structuredClone(report ?? emptyPackReport());
    this.typesByName = Map.groupBy(scope.types, ({ type }) => foldName(type.name));
  }

  async add(rows: readonly ParsedPackRow[]): Promise<void> {
    for (const row of rows) {
      if ("faults" in row) {
        this.refuse(row.faults);
        continue;
      }
      try {
        await this.decide(row);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.refuse([createFault(this.scope.mapping, row, error.target, error.saying)]);
      }
    }
  }

  private refuse(faults: readonly ImportFault[]): void {
    this.report.faults = [...this.report.faults, ...faults].slice(0, MAX_IMPORT_ERRORS);
    this.report.failed++;
  }

  /** The type of a name, of several the one that is sold. @throws Refusal */
  private findType({ packName }: PackRow): PackType {
    const named = this.typesByName.get(foldName(packName)) ?? [];
    const sold = named.filter(({ type }) => type.active);
    const [only, another] = sold.length > 0 ? sold : named;
    const name = shorten(packName);
    if (!only) {
      const near = listNearNames(
        packName,
        this.scope.types.map(({ type }) => type.name),
      );
      throw new Refusal(
        "pack",
        near.length > 0
          ? message("imports.unknownPackNear", { name, near: near.join(", ") })
          : message("imports.unknownPack", { name }),
      );
    }
    if (another) throw new Refusal("pack", message("imports.whichPack", { name }));
    if (only.lacksWindow) throw new Refusal("pack", message("packs.windowGone"));
    return only.type;
  }

  /** @throws Refusal for a number that nobody has */
  private findHolder({ holder }: PackRow): KnownCustomer | undefined {
    const known = this.customers.find(holder);
    if (!known && nameOfCustomer(holder) === "")
      throw new Refusal("customerNumber", message("imports.unknownNumber", { number: holder.externalId ?? "" }));
    return known;
  }

  private async decide(row: PackRow): Promise<void> {
    const type = this.findType(row);
    const holder = this.findHolder(row);
    const known = this.packs.find(row, type.id, holder?.id);
    if (known) return this.change(row, known, { type, holder });
    const units = unitsOfNew(row, type, this.scope.today);
    const customer = holder ?? (await this.addCustomer(row.holder));
    await this.writer.addPack(units, { type, customerId: customer.id, externalId: row.externalId });
    this.addExample(row, type, { units, customer });
    this.report.packs.created++;
    const counts = { ...units, unitsUsed: units.usedBefore, unitsRefunded: 0 };
    if (packStateOf(counts, this.scope.today) !== "running") this.report.ended++;
  }

  private async addCustomer(draft: CustomerDraft): Promise<KnownCustomer> {
    const added = await this.customers.add(await this.writer.addCustomer(draft));
    this.report.customers.created++;
    return added;
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
