/** Plans the rows of a file of passes (packs, memberships): each names a type and a holder, or is an error. */
import type { CustomerDraft } from "#contract/customers.ts";
import { MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { shorten } from "./cell-values.ts";
import { foldName } from "./fold-name.ts";
import { type KnownCustomer, type KnownCustomers, nameOfCustomer, type NewCustomer } from "./known-customers.ts";
import { listNearNames } from "./near-names.ts";
import { createFault, type ImportFault } from "./rows.ts";

export const emptyCounts = () => ({ created: 0, updated: 0, unchanged: 0 });

/** An error of one row, at one of its columns. */
export class Refusal<Target extends string> {
  readonly target: Target;
  readonly saying: LocalizedMessage;
  constructor(target: Target, saying: LocalizedMessage) {
    this.target = target;
    this.saying = saying;
  }
}

interface PassRow {
  line: number;
  cells: readonly string[];
  /** As the file calls the type. */
  typeName: string;
  /** With a number alone, a customer who is known. */
  holder: CustomerDraft;
}
interface PassReport {
  customers: { created: number };
  failed: number;
  faults: ImportFault[];
}
interface ListedType<Type> {
  type: Type;
  /** Whether it holds in a time window that is gone. */
  lacksWindow: boolean;
}
interface TypeMessages<Target> {
  /** The column of the type. */
  target: Target;
  unknown: (name: string) => LocalizedMessage;
  unknownNear: (name: string, near: string) => LocalizedMessage;
  several: (name: string) => LocalizedMessage;
  windowGone: LocalizedMessage;
}

export abstract class PassPlanner<
  Target extends string,
  Row extends PassRow,
  Type extends { name: string; active: boolean },
  Report extends PassReport,
> {
  readonly report: Report;
  protected readonly customers: KnownCustomers;
  private readonly mapping: readonly (Target | "customerNumber" | null)[];
  private readonly types: readonly ListedType<Type>[];
  private readonly typesByName: Map<string, ListedType<Type>[]>;

  constructor(
    { mapping, types }: { mapping: readonly (Target | null)[]; types: readonly ListedType<Type>[] },
    customers: KnownCustomers,
    report: Report,
  ) {
    this.mapping = mapping;
    this.types = types;
    this.customers = customers;
    this.report = structuredClone(report);
    this.typesByName = Map.groupBy(types, ({ type }) => foldName(type.name));
  }

  protected abstract readonly typeMessages: TypeMessages<Target>;
  /** A dry run only pretends to write. */
  protected abstract writeCustomer(draft: CustomerDraft): Promise<NewCustomer>;
  /** @throws Refusal */
  protected abstract decide(row: Row): Promise<void>;

  async add(rows: readonly (Row | { faults: ImportFault[] })[]): Promise<void> {
    for (const row of rows) {
      if ("faults" in row) {
        this.refuse(row.faults);
        continue;
      }
      try {
        await this.decide(row);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.refuse([createFault(this.mapping, row, error.target, error.saying)]);
      }
    }
  }

  private refuse(faults: readonly ImportFault[]): void {
    this.report.faults = [...this.report.faults, ...faults].slice(0, MAX_IMPORT_ERRORS);
    this.report.failed++;
  }

  /** The type of a name, of several the one that is sold. @throws Refusal */
  protected findType({ typeName }: Row): Type {
    const { target, unknown, unknownNear, several, windowGone } = this.typeMessages;
    const named = this.typesByName.get(foldName(typeName)) ?? [];
    const sold = named.filter(({ type }) => type.active);
    const [only, another] = sold.length > 0 ? sold : named;
    const name = shorten(typeName);
    if (!only) {
      const near = listNearNames(
        typeName,
        this.types.map(({ type }) => type.name),
      );
      throw new Refusal(target, near.length > 0 ? unknownNear(name, near.join(", ")) : unknown(name));
    }
    if (another) throw new Refusal(target, several(name));
    if (only.lacksWindow) throw new Refusal(target, windowGone);
    return only.type;
  }

  /** @throws Refusal for a number that nobody has */
  protected findHolder({ holder }: Row): KnownCustomer | undefined {
    const known = this.customers.find(holder);
    if (!known && nameOfCustomer(holder) === "")
      throw new Refusal("customerNumber", message("imports.unknownNumber", { number: holder.externalId ?? "" }));
    return known;
  }

  protected async addCustomer(draft: CustomerDraft): Promise<KnownCustomer> {
    const added = await this.customers.add(await this.writeCustomer(draft));
    this.report.customers.created++;
    return added;
  }
}
