import { safeFileName, fileExtensions, type FileContentType } from "../file/file.rules";

/**
 * Returns a file name with applicant and country, e.g. `Asha Rao - Bahrain visa.pdf`, so that a family can tell its
 * downloads apart, which the authority's file names do not allow.
 */
export function visaFileName({
  applicant: { firstName, lastName },
  request: { countryName },
  contentType,
}: {
  applicant: { firstName: string; lastName: string };
  request: { countryName: string };
  contentType: FileContentType;
}): string {
  const person = `${firstName} ${lastName}`.trim();
  const name = `${person && `${person} - `}${countryName} visa.${fileExtensions[contentType][0]}`;
  // Indian passports print S/O, D/O and W/O in names, but a slash would separate folders.
  return safeFileName(name.replaceAll(/[/\\]/g, "-"));
}
