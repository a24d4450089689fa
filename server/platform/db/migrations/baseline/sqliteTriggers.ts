/** SQLite's triggers, which enforce rules and count the review queue. */

const isQueued = (row: string) =>
  `${row}"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

/** The columns by which applications are counted. */
const counted = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;
const valuesFrom = (row: string) =>
  `${row}."visaRequestStatus", ${row}."expectedDate", coalesce(${row}."assignedStaffId", '')`;
const isElsewhere = `(${valuesFrom("NEW")}) <> (${valuesFrom("OLD")})`;

const enters = `INSERT INTO queue_count VALUES (${valuesFrom("NEW")}, 1)
  ON CONFLICT (${counted}) DO UPDATE SET applications = applications + 1;`;
const leaves = `UPDATE queue_count SET applications = applications - 1 WHERE (${counted}) = (${valuesFrom("OLD")});
  DELETE FROM queue_count WHERE (${counted}) = (${valuesFrom("OLD")}) AND applications <= 0;`;

export const sqliteTriggers = [
  `CREATE TABLE queue_count (
    "visaRequestStatus" text NOT NULL, "expectedDate" text NOT NULL, "assignedStaffId" text NOT NULL,
    applications integer NOT NULL, PRIMARY KEY ("visaRequestStatus", "expectedDate", "assignedStaffId"))`,
  `CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
   BEGIN SELECT RAISE(ABORT, 'audit_event is append-only'); END`,
  `CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event
   BEGIN SELECT RAISE(ABORT, 'audit_event is append-only'); END`,
  `CREATE TRIGGER catalogue_change_stays BEFORE UPDATE ON catalogue_change
   BEGIN SELECT RAISE(ABORT, 'a change of the catalogue is written once'); END`,
  `CREATE TRIGGER catalogue_change_is_kept BEFORE DELETE ON catalogue_change
   BEGIN SELECT RAISE(ABORT, 'a change of the catalogue is kept'); END`,
  `CREATE TRIGGER refund_never_more BEFORE INSERT ON refund
   WHEN NEW.origin = 'OURS' AND NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund
      WHERE "razorpayPaymentId" = NEW."razorpayPaymentId" AND state <> 'FAILED')
    > (SELECT amount - "amountDeducted" FROM payment WHERE "razorpayPaymentId" = NEW."razorpayPaymentId")
   BEGIN SELECT RAISE(ABORT, 'more would go back than came'); END`,
  // Count the review queue incrementally. Triggers, so that every write path is counted.
  `CREATE TRIGGER queue_count_begins AFTER INSERT ON visa_request WHEN ${isQueued("NEW.")} BEGIN ${enters} END`,
  `CREATE TRIGGER queue_count_ends AFTER DELETE ON visa_request WHEN ${isQueued("OLD.")} BEGIN ${leaves} END`,
  `CREATE TRIGGER queue_count_leaves AFTER UPDATE OF ${counted} ON visa_request
   WHEN ${isQueued("OLD.")} AND ${isElsewhere} BEGIN ${leaves} END`,
  `CREATE TRIGGER queue_count_enters AFTER UPDATE OF ${counted} ON visa_request
   WHEN ${isQueued("NEW.")} AND ${isElsewhere} BEGIN ${enters} END`,
];
