/** `npm run api:docs`: writes the pages of docs/api/ that are generated from the code. */
import { writeFileSync } from "node:fs";
import { writeErrorsPage } from "./errorsPage";
import { writeReferencePage } from "./referencePage";

writeFileSync("docs/api/errors.md", writeErrorsPage());
writeFileSync("docs/api/reference.md", writeReferencePage());
