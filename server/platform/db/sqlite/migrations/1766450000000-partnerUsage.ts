import type { MigrationInterface, QueryRunner } from "typeorm";

/** Counts what the keys of a partner do each day. */
export class PartnerUsage1766450000000 implements MigrationInterface {
  name = "PartnerUsage1766450000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE partner_usage (
      "partnerId" text NOT NULL REFERENCES partner ("partnerId"), day text NOT NULL,
      operations integer NOT NULL, refused integer NOT NULL, cost integer NOT NULL,
      PRIMARY KEY ("partnerId", day))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE partner_usage");
  }
}
