import type { MigrationInterface, QueryRunner } from "typeorm";

/** Indexes the applications whose personal data has reached its retention limit. */
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
