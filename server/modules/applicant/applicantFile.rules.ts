/** Under which name a traveller's visa is saved. Pure. */
import { safeFileName, type FileContentType } from "../file/file.rules";

const extensions: Readonly<Record<FileContentType, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

/**
 * Whose visa it is and for where, e.g. `Asha Rao - Bahrain visa.pdf`: in a family's folder of downloads the authority's
 * own names say nothing.
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
  const name = `${person && `${person} - `}${countryName} visa.${extensions[contentType]}`;
  // A slash in a name is no path: Indian passports have S/O, D/O and W/O.
  return safeFileName(name.replaceAll(/[/\\]/g, "-"));
}
