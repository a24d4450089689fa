const place = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;
const isIn = (row: string) => `${row}."visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;
const placeOf = (row: string) =>
  `${row}."visaRequestStatus", ${row}."expectedDate", coalesce(${row}."assignedStaffId", '')`;

/** PostgreSQL only: a sequence, an unlogged table, and triggers that enforce rules and count the review queue. */
export const postgresTriggers = [
  // An audit event gets a number above all chain positions (`firstUnchained`) until it is added to the hash chain.
  `CREATE SEQUENCE audit_unchained START 4503599627370496`,
  `ALTER TABLE audit_event ALTER COLUMN sequence SET DEFAULT nextval('audit_unchained')`,
  // Rate limit counters of IP addresses and users. The table is unlogged, so a crash of PostgreSQL resets them.
  `CREATE UNLOGGED TABLE call_limit (key text PRIMARY KEY, points integer NOT NULL, expire integer NOT NULL)`,
  // Only the chain position and the hashes of an audit event may be updated, and only once.
  `CREATE FUNCTION refuse_change_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF OLD.hash <> '' OR (NEW.at, NEW."actorKind", NEW."actorId", NEW.action, NEW."subjectKind", NEW."subjectId",
         NEW."visaRequestId", NEW."ownerUserId", NEW.details)
       IS DISTINCT FROM (OLD.at, OLD."actorKind", OLD."actorId", OLD.action, OLD."subjectKind", OLD."subjectId",
         OLD."visaRequestId", OLD."ownerUserId", OLD.details)
     THEN RAISE EXCEPTION 'audit_event is append-only'; END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
   FOR EACH ROW EXECUTE FUNCTION refuse_change_of_event()`,
  // The tables are append-only. A change requires dropping these triggers, and the audit log's hash chain would still
  // reveal it.
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`,
  `CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER catalogue_change_stays BEFORE UPDATE OR DELETE ON catalogue_change
   FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  ...["audit_event", "catalogue_change"].map(
    (table) =>
      `CREATE TRIGGER ${table}_is_not_emptied BEFORE TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ),

  `CREATE FUNCTION refuse_refund_of_more() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF NEW.origin = 'OURS' AND NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund
         WHERE "razorpayPaymentId" = NEW."razorpayPaymentId" AND state <> 'FAILED')
       > (SELECT amount - "amountDeducted" FROM payment WHERE "razorpayPaymentId" = NEW."razorpayPaymentId")
     THEN RAISE EXCEPTION 'more would go back than came'; END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER refund_never_more BEFORE INSERT ON refund
   FOR EACH ROW EXECUTE FUNCTION refuse_refund_of_more()`,

  // One row per change, because a single counter row would serialize all concurrent submissions. Rows are summed on
  // read and compacted from time to time (`sumUpCounts`).
  `CREATE TABLE queue_count (
    "visaRequestStatus" text NOT NULL, "expectedDate" text NOT NULL,
    "assignedStaffId" text NOT NULL, applications integer NOT NULL)`,
  `CREATE FUNCTION count_queue() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'UPDATE' AND (${placeOf("NEW")}) IS NOT DISTINCT FROM (${placeOf("OLD")}) THEN RETURN NULL; END IF;
     IF TG_OP <> 'INSERT' AND ${isIn("OLD")} THEN INSERT INTO queue_count VALUES (${placeOf("OLD")}, -1); END IF;
     IF TG_OP <> 'DELETE' AND ${isIn("NEW")} THEN INSERT INTO queue_count VALUES (${placeOf("NEW")}, 1); END IF;
     RETURN NULL;
   END $$`,
  // A trigger, so that every write path is counted.
  `CREATE TRIGGER queue_count_changes AFTER INSERT OR DELETE OR UPDATE OF ${place} ON visa_request
   FOR EACH ROW EXECUTE FUNCTION count_queue()`,
];
