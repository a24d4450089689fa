/** The version of the catalogue, for the statements of other nouns. */

/** Name of the setting that counts the changes of the catalogue. */
export const versionName = "catalogue-version";

/** SQL of the current version of the rows, or 0 if they were never changed. */
export const catalogueVersion = `coalesce((SELECT CAST(value AS integer) FROM setting WHERE name = '${versionName}'), 0)`;
