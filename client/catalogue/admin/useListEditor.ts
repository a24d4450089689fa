import { useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { useToast } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";
import { isSame } from "../../lib/isSame";
import type { FormViolation } from "../../lib/useViolations";
import { blankItem, findPlace, type ListItem, type ListKind, toItems } from "./listItems";
import type { StaffCountryPartsFragment as Country } from "./operations.generated";
import { useMoveNotice } from "./useMoveNotice";

/** The items of a country's list while they are edited. Each change announces itself and moves the focus. */
export function useListEditor(kind: ListKind, country: Country) {
  const present = toItems(kind, country);
  const [base, setBase] = useState(present);
  const form = useForm<{ items: ListItem[] }>({ defaultValues: { items: base } });
  const { fields, ...list } = useFieldArray({ control: form.control, name: "items" });
  const { violations, setViolations, findError, drop } = useItemViolations();
  const focus = useFocusAfter();
  const focusOn = (id: string) => focus(() => document.getElementById(id));
  const toast = useToast();
  const inputId = (index: number, part: string) => `${kind}-${index}-${part}`;
  const addId = `${kind}-add`;
  const noticeMove = useMoveNotice(inputId);

  const move = (from: number, to: number) => {
    list.move(from, to);
    setViolations([]);
    noticeMove(from, to, fields.length);
  };
  const remove = (index: number) => {
    list.remove(index);
    setViolations([]);
    toast.announce(`Removed. ${fields.length - 1} left`);
    focusOn(fields.length > 1 ? inputId(Math.min(index, fields.length - 2), "remove") : addId);
  };
  const add = () => {
    list.append(blankItem, { shouldFocus: false });
    focusOn(inputId(fields.length, "text"));
  };
  const reset = () => {
    setBase(present);
    form.reset({ items: present });
    setViolations([]);
  };
  /** Shows violations and focuses the first field that has one. */
  const showViolations = (found: FormViolation[]) => {
    setViolations(found);
    const place = found.map(({ field }) => findPlace(field)).find(Boolean);
    if (place) focusOn(inputId(place.index, place.part));
  };

  return {
    form,
    fields,
    violations,
    /** True if the list was changed elsewhere after it was opened here. */
    isOutdated: !isSame(present, base),
    inputId,
    addId,
    move,
    remove,
    add,
    reset,
    showViolations,
    findError,
    drop,
  };
}

/** The violations of the list, each found by its item and part. */
function useItemViolations() {
  const [violations, setViolations] = useState<FormViolation[]>([]);
  const findError = (index: number, part: "text" | "answer") =>
    violations.find(({ field }) => {
      const place = findPlace(field);
      return place?.index === index && place.part === part;
    })?.message;
  const drop = (index: number) =>
    setViolations((all) => all.filter(({ field }) => findPlace(field)?.index !== index));
  return { violations, setViolations, findError, drop };
}

export type ListEditorState = ReturnType<typeof useListEditor>;
