/** Beside the title of a record's page: the way to change it, and the question before it is deleted. */
import { Link } from "@tanstack/react-router";
import { Pencil, Printer, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { ConfirmButton } from "./confirm-dialog.tsx";
import { useWords } from "./words.ts";

export function EditLink({ to }: { to: string }) {
  const t = useWords();
  return (
    <Link to={to} className={buttonClass()}>
      <Pencil aria-hidden />
      {t("kit.edit")}
    </Link>
  );
}

interface PrintLinkProps {
  /** Where its sheets are. */
  to: string;
  /** Which of them, and of what. */
  search: Record<string, string>;
  /** For those who listen, and for those who point. */
  label: string;
}

export const PrintLink = ({ to, search, label }: PrintLinkProps) => (
  <Link to={to} search={search} aria-label={label} title={label} className={buttonClass("ghost", "icon")}>
    <Printer aria-hidden />
  </Link>
);

interface DeleteButtonProps {
  /** "Delete court": the name of the quiet button, and what the loud one in the dialog says. */
  label: string;
  /** A question that names the record. */
  title: string;
  /** See `ConfirmDialog`. */
  onConfirm: () => unknown;
  /** What it means. */
  children: ReactNode;
}

export const DeleteButton = ({ label, ...question }: DeleteButtonProps) => (
  <ConfirmButton {...question} label={<Trash2 aria-hidden />} aria-label={label} size="icon" confirm={label} />
);
