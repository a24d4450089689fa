import { useEffect, useEffectEvent, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  type ApplicantDetails,
  suggestGender,
  suggestTitle,
  suggestTravelerType,
} from "../../../server/modules/applicant/applicant.rules";
import type { ApplicantPartsFragment } from "../operations.generated";

/** Fills in title, gender and category from each other, the date of birth and the travel date. */
export function useSuggestions(given: {
  form: UseFormReturn<ApplicantDetails>;
  before: ApplicantPartsFragment | undefined;
  restored: ApplicantDetails | undefined;
  travelDate: string;
}) {
  const { form, before, restored, travelDate } = given;
  // The title follows gender and age until the user chooses one.
  const isTitleChosen = useRef(
    before !== undefined ||
      (restored !== undefined &&
        restored.title !== suggestTitle(restored.gender, restored.dateOfBirth, travelDate)),
  );
  const followWithTitle = (known: Partial<Pick<ApplicantDetails, "gender" | "dateOfBirth">>) => {
    if (isTitleChosen.current) return;
    const { gender, dateOfBirth } = { ...form.getValues(), ...known };
    const suggested = suggestTitle(gender, dateOfBirth, travelDate);
    if (suggested) form.setValue("title", suggested);
  };
  const suggestTitleFor = (gender: string) => followWithTitle({ gender });

  const suggestGenderFor = (title: string) => {
    isTitleChosen.current = true;
    const suggested = suggestGender(title);
    if (suggested) form.setValue("gender", suggested, { shouldValidate: form.formState.isSubmitted });
  };

  /**
   * Derives the category from the date of birth. The category remains editable, and validation reports one that does
   * not match.
   */
  const suggestCategory = (dateOfBirth: string) => {
    followWithTitle({ dateOfBirth });
    const suggested = suggestTravelerType(dateOfBirth, travelDate);
    if (!suggested || suggested === form.getValues("travelerType")) return;
    form.setValue("travelerType", suggested, { shouldValidate: form.formState.isSubmitted });
  };

  // Derives the category again if the travel date changes.
  const lastTravelDate = useRef(travelDate);
  const followTravelDate = useEffectEvent(() => suggestCategory(form.getValues("dateOfBirth")));
  useEffect(() => {
    if (lastTravelDate.current === travelDate) return;
    lastTravelDate.current = travelDate;
    followTravelDate();
  }, [travelDate]);

  return { suggestCategory, suggestGenderFor, suggestTitleFor };
}
