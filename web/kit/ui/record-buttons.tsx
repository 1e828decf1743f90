/** Edit, print and delete buttons of a record's page. */
import { Link } from "@tanstack/react-router";
import { Pencil, Printer, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function EditLink({ to }: { to: string }) {
  const t = useTranslation();
  return (
    <Link to={to} className={buttonClass()}>
      <Pencil aria-hidden />
      {t("kit.edit")}
    </Link>
  );
}

interface PrintLinkProps {
  to: string;
  search: Record<string, string>;
  label: string;
}

export const PrintLink = ({ to, search, label }: PrintLinkProps) => (
  <Link to={to} search={search} aria-label={label} title={label} className={buttonClass("ghost", "icon")}>
    <Printer aria-hidden />
  </Link>
);

interface DeleteButtonProps {
  label: string;
  title: string;
  onConfirm: () => unknown;
  conflictHelp?: (close: () => void) => ReactNode;
  children: ReactNode;
}

export const DeleteButton = ({ label, ...question }: DeleteButtonProps) => (
  <ConfirmButton {...question} label={<Trash2 aria-hidden />} aria-label={label} size="icon" confirm={label} />
);
