import { useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { useToast } from "../../components/feedback/ToastProvider";
import { useFocusAfter } from "../../lib/focusInView";
import { isSame } from "../../lib/isSame";
import { blankItem, type ListItem, type ListKind, toItems } from "./listItems";
import type { StaffCountryPartsFragment as Country } from "./operations.generated";
import { useMoveNotice } from "./useMoveNotice";

/**
 * The items of a country's list while they are being edited. Moving or removing an item announces the change, moves the
 * focus and calls `onMoved`, because violations refer to the old places.
 */
export function useListEditor(kind: ListKind, country: Country, onMoved: () => void) {
  const present = toItems(kind, country);
  const [base, setBase] = useState(present);
  const form = useForm<{ items: ListItem[] }>({ defaultValues: { items: base } });
  const { fields, ...list } = useFieldArray({ control: form.control, name: "items" });
  const focus = useFocusAfter();
  const focusOn = (id: string) => focus(() => document.getElementById(id));
  const toast = useToast();
  const inputId = (index: number, part: string) => `${kind}-${index}-${part}`;
  const addId = `${kind}-add`;
  const noticeMove = useMoveNotice(inputId);

  const move = (from: number, to: number) => {
    list.move(from, to);
    onMoved();
    noticeMove(from, to, fields.length);
  };
  const remove = (index: number) => {
    list.remove(index);
    onMoved();
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
    onMoved();
  };
  return {
    form,
    fields,
    /** True if another user changed the list after it was opened here. */
    isOutdated: !isSame(present, base),
    inputId,
    addId,
    move,
    remove,
    add,
    reset,
  };
}

export type ListEditorState = ReturnType<typeof useListEditor>;
