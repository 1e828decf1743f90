/** Types of the few members of ical.js that are used. */
declare module "ical.js" {
  namespace ICAL {
    class Timezone {
      static readonly localTimezone: Timezone;
      readonly tzid: string;
      constructor(data: { tzid: string });
      utcOffset(time: Time): number;
    }
    class Time {
      readonly year: number;
      readonly month: number;
      readonly day: number;
      readonly hour: number;
      readonly minute: number;
      readonly second: number;
      readonly isDate: boolean;
      readonly zone: Timezone | null;
      toUnixTime(): number;
      toString(): string;
    }
    class Period {
      readonly start: Time;
      getEnd(): Time;
    }
    class Property {
      getFirstValue(): unknown;
      getValues(): unknown[];
      getFirstParameter(name: string): string | undefined;
    }
    class Component {
      readonly name: string;
      constructor(jCal: readonly unknown[]);
      hasProperty(name: string): boolean;
      getFirstProperty(name: string): Property | null;
      getAllProperties(name: string): Property[];
      getFirstPropertyValue(name: string): unknown;
      getAllSubcomponents(name: string): Component[];
    }
    class Event {
      readonly component: Component;
      readonly uid: string | null;
      readonly startDate: Time;
      readonly endDate: Time;
      readonly recurrenceId: Time;
      constructor(component: Component, options: { exceptions: readonly Component[]; strictExceptions: boolean });
      isRecurring(): boolean;
      iterator(): { next(): Time | null | undefined };
      getOccurrenceDetails(occurrence: Time): { recurrenceId: Time; item: Event; startDate: Time; endDate: Time };
    }
    const TimezoneService: { has(name: string): boolean; register(timezone: Timezone, name: string): void };
    function parse(text: string): unknown[];
  }
  export default ICAL;
}
