import type { Load } from "#bench/measure/load.ts";

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for each call, of the process that answers. */
  ownCpu: number;
  databaseCpu: number;
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Medians of several rounds of load. */
export class Rounds {
  private readonly rounds: Figures[] = [];
  private readonly readOwnCpu: () => number;
  private readonly readDatabaseCpu: () => number;
  constructor(readOwnCpu: () => number, readDatabaseCpu: () => number) {
    this.readOwnCpu = readOwnCpu;
    this.readDatabaseCpu = readDatabaseCpu;
  }
  async add(measure: () => Promise<Load>): Promise<void> {
    const [own, database] = [this.readOwnCpu(), this.readDatabaseCpu()];
    const { count, ...load } = await measure();
    this.rounds.push({
      ...load,
      ownCpu: (this.readOwnCpu() - own) / count,
      databaseCpu: (this.readDatabaseCpu() - database) / count,
    });
  }
  result(): Figures {
    const of = (key: keyof Figures) => median(this.rounds.map((round) => round[key]));
    return {
      perSecond: of("perSecond"),
      p50: of("p50"),
      p99: of("p99"),
      ownCpu: of("ownCpu"),
      databaseCpu: of("databaseCpu"),
    };
  }
}
