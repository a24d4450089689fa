/** Spec §8, both steps of the login. */
export const mandatoryMissing = "Please enter the mandatory fields";
