/**
 * What a file may be: names, types, limits and the texts about them (errors in GOV.UK's wording).
 * Pure, and free of Node: the browser applies the same rules before it sends anything.
 */
import type { UserErrorCode } from "../../errors";

/** Files in one request. */
export const maxFiles = 20;
/** Bytes of one request, all files and fields together. */
export const maxRequestBytes = 30 * 1024 * 1024;
export const maxPixels = 40_000_000;
/** Pixels; on a smaller side no face and no passport number can be read. */
export const minSidePixels = 100;
export const maxPdfPages = 10;
/**
 * Passes over a progressive JPEG. The scripts of libjpeg and mozjpeg write 10 to 13; each pass goes over the whole
 * picture, and 900 of them fit into 100 KB.
 */
export const maxScans = 40;
/** A picture of more pixels may take a second to decode. What a browser has fitted for us has a fifth of it. */
export const quickPixels = 4_000_000;
/** Computing, in seconds, that one file may cost; the worst honest one (40 megapixels, progressive) takes 0.6. */
export const cpuSecondsAFile = 8;
/** By the clock: a file for which the machine had not even that time is sent again, and not the file's fault. */
export const secondsAFile = 60;
/** Seconds that a signed link to something private opens. */
export const linkLifeSeconds = 5 * 60;

export type FilePurpose = "PHOTO" | "PASSPORT_FRONT" | "PASSPORT_BACK" | "DOCUMENT" | "VISA";

const megabyte = 1024 * 1024;

/** Bytes that a file of each kind may have. */
export const maxBytes: Readonly<Record<FilePurpose, number>> = {
  PHOTO: 5 * megabyte,
  PASSPORT_FRONT: 5 * megabyte,
  PASSPORT_BACK: 5 * megabyte,
  DOCUMENT: 5 * megabyte,
  VISA: 5 * megabyte,
};

/** Bytes of a file of the kind that may have most: what is longer is not read to its end. */
export const maxFileBytes = Math.max(...Object.values(maxBytes));

/** `5 MB`, for texts. */
export const maxSizeText = (purpose: FilePurpose) => `${maxBytes[purpose] / megabyte} MB`;

/** What is known of malware in a file that is kept. */
export type ScanState = "UNSCANNED" | "CLEAN";

export type FileContentType = "image/jpeg" | "image/png" | "application/pdf";
export type FileErrorCode = Extract<UserErrorCode, `FILE_${string}`>;
export interface FileViolation {
  code: FileErrorCode;
  message: string;
}

const contentTypeByExtension: ReadonlyMap<string, FileContentType> = new Map([
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
  ["pdf", "application/pdf"],
]);

const imageExtensions = ["jpg", "jpeg", "png"] as const;
const scanExtensions = ["jpg", "jpeg", "png", "pdf"] as const;

/** Without dots; the first spelling is the usual one. */
function acceptedExtensions(purpose: FilePurpose): readonly string[] {
  return purpose === "PHOTO" ? imageExtensions : scanExtensions;
}

export function acceptedContentTypes(purpose: FilePurpose): readonly FileContentType[] {
  return purpose === "PHOTO" ? ["image/jpeg", "image/png"] : ["image/jpeg", "image/png", "application/pdf"];
}

/** For `<input type="file" accept>`. */
export function acceptAttribute(purpose: FilePurpose): string {
  return acceptedExtensions(purpose)
    .map((extension) => `.${extension}`)
    .join(",");
}

/** Advice only: the sizes and dpi are never enforced, and the browser fits a picture to them. */
export const fileGuidance: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "Recent coloured photo in true colour. Accepted: .jpg, .jpeg, .png. Size: 50 KB-100 KB.",
  PASSPORT_FRONT: "Accepted: .jpg, .jpeg, .png, .pdf. At least 200 dpi, true colour. Size: 100 KB-250 KB.",
  PASSPORT_BACK: "Accepted: .jpg, .jpeg, .png, .pdf. At least 200 dpi, true colour. Size: 100 KB-250 KB.",
  DOCUMENT: "Accepted: .jpg, .jpeg, .pdf, .png. You can choose more than one file.",
  VISA: "Accepted: .jpg, .jpeg, .png, .pdf.",
};

/** For photo and passport the specified texts, word for word. */
export const fileRequiredMessages: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "Please upload profile photo",
  PASSPORT_FRONT: "Please upload passport frontside image",
  PASSPORT_BACK: "Please upload passport backside image",
  DOCUMENT: "Please upload the document",
  VISA: "Please upload the visa",
};

export function fileRequiredViolation(purpose: FilePurpose): FileViolation {
  return { code: "FILE_REQUIRED", message: fileRequiredMessages[purpose] };
}

const acceptedTypes = (purpose: FilePurpose) => (purpose === "PHOTO" ? "JPG or PNG" : "JPG, PNG or PDF");

/** Every violation a file can have; where it is not plain what to do, the message says it. */
export const fileViolations = {
  tooLarge: (purpose: FilePurpose): FileViolation => ({
    code: "FILE_TOO_LARGE",
    message: `The selected file must be ${maxSizeText(purpose)} or smaller`,
  }),
  empty: (): FileViolation => ({ code: "FILE_CORRUPT", message: "The selected file is empty" }),
  type: (purpose: FilePurpose): FileViolation => ({
    code: "FILE_TYPE",
    message: `The selected file must be a ${acceptedTypes(purpose)}`,
  }),
  heic: (purpose: FilePurpose): FileViolation => ({
    code: "FILE_TYPE",
    message:
      `The selected file must be a ${acceptedTypes(purpose)}. It is a HEIC photo. To get a JPG on an iPhone, ` +
      "set Settings > Camera > Formats to Most Compatible and take the photo again. " +
      "On a computer, open it and export it as JPG",
  }),
  svg: (purpose: FilePurpose): FileViolation => ({
    code: "FILE_TYPE",
    message: `The selected file must be a ${acceptedTypes(purpose)}. It is an SVG drawing`,
  }),
  otherThanItsName: (actual: FileContentType, extension: string): FileViolation => ({
    code: "FILE_TYPE",
    message:
      `The selected file is a ${{ "image/jpeg": "JPG", "image/png": "PNG", "application/pdf": "PDF" }[actual]}, ` +
      `but its name ends in .${extension}. Rename it or choose another file`,
  }),
  corrupt: (): FileViolation => ({
    code: "FILE_CORRUPT",
    message: "The selected file is damaged and could not be read. Save it again or choose another file",
  }),
  tooManyPixels: (): FileViolation => ({
    code: "FILE_DIMENSIONS",
    message: `The selected image must be ${maxPixels / 1_000_000} megapixels or smaller`,
  }),
  tooFewPixels: (): FileViolation => ({
    code: "FILE_DIMENSIONS",
    message: `The selected image must be at least ${minSidePixels} pixels wide and ${minSidePixels} pixels high`,
  }),
  tooDeep: (): FileViolation => ({
    code: "FILE_DIMENSIONS",
    message: `The selected image must be ${maxPixels / 2_000_000} megapixels or smaller, or have 8 bits a colour`,
  }),
  uncheckableImage: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message:
      "The selected image is built in a way that takes too long to check. Save it as a plain JPG and choose that",
  }),
  passwordProtected: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message: "The selected file is password protected. Save it as a PDF without a password and choose that",
  }),
  activeContent: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message:
      "The selected file contains a script, an action or an attachment. Print it to a new PDF and choose that",
  }),
  uncheckable: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message:
      "The selected file is built in a way that cannot be checked. Print it to a new PDF and choose that",
  }),
  infected: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message: "The virus scanner found something harmful in the selected file. Choose another file",
  }),
  overQuota: (quota: UploadQuota): FileViolation => ({
    code: "FILE_TOO_LARGE",
    message:
      `Your account has no room left for the selected file: it holds up to ${quota.bytes / 1024 / 1024} MB and ` +
      `${quota.files} files. Remove an applicant or a document that you no longer need, or choose a smaller file`,
  }),
  tooManyPages: (): FileViolation => ({
    code: "FILE_UNSAFE",
    message: `The selected file must have ${maxPdfPages} pages or fewer`,
  }),
} as const;

/** What all files of one person may come to. */
export interface UploadQuota {
  bytes: number;
  files: number;
}

/** The place among the sizes of the first file that no longer fits beside what is `kept`; undefined where all do. */
export function findFirstOverQuota(
  quota: UploadQuota,
  used: UploadQuota,
  sizes: readonly number[],
): number | undefined {
  let { bytes, files } = used;
  const place = sizes.findIndex((size) => {
    bytes += size;
    files += 1;
    return bytes > quota.bytes || files > quota.files;
  });
  return place === -1 ? undefined : place;
}

/** In lower case without the dot; empty where the name has none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function contentTypeOfExtension(extension: string): FileContentType | undefined {
  return contentTypeByExtension.get(extension);
}

/** What name and size alone can tell, before a byte is read. */
export function findViolationByName(
  purpose: FilePurpose,
  name: string,
  size: number,
): FileViolation | undefined {
  if (size > maxBytes[purpose]) return fileViolations.tooLarge(purpose);
  if (size === 0) return fileViolations.empty();
  const extension = extensionOf(safeFileName(name));
  if (extension === "heic" || extension === "heif") return fileViolations.heic(purpose);
  if (extension === "svg") return fileViolations.svg(purpose);
  return acceptedExtensions(purpose).includes(extension) ? undefined : fileViolations.type(purpose);
}

const maxNameLength = 100;

/**
 * A name to show and to offer for saving; never a path. Letters of all scripts stay, with the joiners that
 * Indic scripts are spelled with; direction overrides, which can make "exe.jpg" of "gpj.exe", do not.
 */
export function safeFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? "";
  const clean = lastPart
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?!\p{Join_Control})\p{Cf}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}\p{Join_Control} ._()&+,@'-]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  if (clean === "") return "file";
  const characters = Array.from(clean);
  if (characters.length <= maxNameLength) return clean;
  const ending = Array.from(/\.[^.]{1,10}$/.exec(clean)?.[0] ?? "");
  return [...characters.slice(0, maxNameLength - ending.length), ...ending].join("");
}
