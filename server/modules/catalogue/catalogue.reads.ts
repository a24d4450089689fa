/** The version of the catalogue, for SQL statements of other modules. */

/** Name of the setting that counts the changes of the catalogue. */
export const versionName = "catalogue-version";

/** SQL expression for the current version; 0 if the catalogue was never changed. */
export const catalogueVersion = `coalesce((SELECT CAST(value AS integer) FROM setting WHERE name = '${versionName}'), 0)`;
