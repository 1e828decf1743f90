/** A list of the catalogue with the dialog of what is added or edited. */
import { Pencil, Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";

interface Listed {
  id: string;
  active: boolean;
}

interface ListSectionProps<Item extends Listed> {
  title: string;
  hint?: string | undefined;
  /** Label of the button that adds one. */
  add: string;
  query: { data: { data: readonly Item[] } | undefined; error: Error | null; refetch: () => unknown };
  empty: ReactNode;
  nameOf: (item: Item) => string;
  /** Shown below the name. */
  facts: (item: Item) => string;
  badge?: (item: Item) => ReactNode;
  /** @param item undefined for a new one */
  form: (item: Item | undefined, close: () => void) => ReactNode;
  /** Text at the top of the dialog. */
  description: (item: Item | undefined) => string;
}

export function ListSection<Item extends Listed>({
  title,
  hint,
  add,
  query,
  empty,
  nameOf,
  facts,
  badge,
  form,
  description,
}: ListSectionProps<Item>) {
  const t = useTranslation();
  const id = useId();
  const [opened, setOpened] = useState<{ item: Item | undefined }>();
  const close = () => setOpened(undefined);
  const item = opened?.item;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="grid gap-1">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {hint && <p className="max-w-prose text-13 text-ink-2">{hint}</p>}
        </div>
        <Button
          aria-haspopup="dialog"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpened({ item: undefined })}
        >
          <Plus aria-hidden />
          {add}
        </Button>
      </div>
      <CardList
        label={title}
        query={query}
        empty={empty}
        row={(one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-40 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
                <span className="font-medium [overflow-wrap:anywhere]">{nameOf(one)}</span>
                {badge?.(one)}
                {!one.active && <Badge>{t("products.archived")}</Badge>}
              </p>
              <p className="text-xs text-ink-3 tnum">{facts(one)}</p>
            </div>
            <Button
              aria-haspopup="dialog"
              aria-label={t("products.edit", { name: nameOf(one) })}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
              onClick={() => setOpened({ item: one })}
            >
              <Pencil aria-hidden />
              {t("kit.edit")}
            </Button>
          </li>
        )}
      />
      <Dialog
        open={opened !== undefined}
        onOpenChange={close}
        title={item ? t("products.edit", { name: nameOf(item) }) : add}
        description={description(item)}
      >
        {opened && form(item, close)}
      </Dialog>
    </section>
  );
}
