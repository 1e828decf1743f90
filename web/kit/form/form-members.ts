/** Maps the members of a draft to form values. A member of the contract that a form leaves out is a type error. */

export type DraftFormValues<Draft> = { [K in keyof Draft]?: Draft[K] | null | "" };

const reasons = Symbol("reasons");
interface NotInForm {
  readonly [reasons]: string;
}
/** @param reason where else the member is edited, or why it never is */
export const notInForm = (reason: string): NotInForm => ({ [reasons]: reason });

interface Read<Value, Entity> {
  /** Initial value of a new entity. Default: the page decides. */
  blank?: Value;
  /** Initial value of an existing entity; undefined leaves the member out. */
  from: (entity: Entity) => Value;
}
type Same<Value, Entity, K> = K extends keyof Entity ? (Entity[K] extends Value ? { blank?: Value } : never) : never;

export type FormMembers<Draft, Entity> = {
  readonly [K in keyof Draft]-?:
    | NotInForm
    | Read<DraftFormValues<Draft>[K], Entity>
    | Same<DraftFormValues<Draft>[K], Entity, K>;
};

export const eachOf = <const K extends string, Member>(names: readonly K[], member: Member): Record<K, Member> =>
  Object.fromEntries(names.map((name) => [name, member])) as Record<K, Member>;

type AnyMember = { blank?: unknown; from?: (entity: unknown) => unknown } | NotInForm;

export function formMembers<Draft extends object, Entity extends object = Record<never, never>>(
  members: FormMembers<Draft, Entity>,
): { blank: DraftFormValues<Draft>; filledWith: (entity: Entity) => DraftFormValues<Draft> } {
  const edited = Object.entries(members as Record<string, AnyMember>).flatMap(([name, member]) =>
    reasons in member ? [] : [[name, member] as const],
  );
  const present = (entries: (readonly [string, unknown])[]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as DraftFormValues<Draft>;
  return {
    blank: present(edited.map(([name, { blank }]) => [name, blank])),
    filledWith: (entity) =>
      present(
        edited.map(([name, { from }]) => [name, from ? from(entity) : (entity as Record<string, unknown>)[name]]),
      ),
  };
}
