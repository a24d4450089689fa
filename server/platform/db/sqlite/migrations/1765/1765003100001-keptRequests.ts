import type { MigrationInterface, QueryRunner } from "typeorm";

/** Finds the applications that are so old that their papers may go. */
export class KeptRequests1765003100001 implements MigrationInterface {
  name = "KeptRequests1765003100001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX visa_request_kept ON visa_request ("visaRequestStatus", "createdAt")
       WHERE "papersRemovedAt" IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX visa_request_kept");
  }
}
