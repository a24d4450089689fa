const isQueued = `"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

export const indexes = [
  `CREATE INDEX user_account_set_aside ON user_account ("formerNumber")
    WHERE "formerNumber" IS NOT NULL`,
  `CREATE INDEX login_code_by_phone ON login_code ("phoneNumber", "createdAt")`,
  `CREATE INDEX login_code_by_time ON login_code ("createdAt")`,
  `CREATE INDEX session_by_user ON session ("userId")`,
  `CREATE INDEX visa_request_by_user
    ON visa_request ("userId", "createdAt" DESC, "visaRequestId" DESC)`,
  `CREATE INDEX visa_request_by_state ON visa_request ("visaRequestStatus", "changedAt")`,
  `CREATE INDEX visa_request_on_desk ON visa_request ("expectedDate", "visaRequestId")
    WHERE ${isQueued}`,
  `CREATE INDEX visa_request_on_desk_by_country
    ON visa_request ("countryName", "expectedDate", "visaRequestId") WHERE ${isQueued}`,
  `CREATE INDEX visa_request_on_desk_by_staff
    ON visa_request ("assignedStaffId", "expectedDate", "visaRequestId") WHERE ${isQueued}`,
  `CREATE INDEX visa_request_queue
    ON visa_request ("visaRequestStatus", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_country
    ON visa_request ("visaRequestStatus", "countryName", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_queue_by_staff
    ON visa_request ("visaRequestStatus", "assignedStaffId", "expectedDate", "visaRequestId")`,
  `CREATE INDEX visa_request_by_mobile ON visa_request (mobile, "createdAt" DESC)`,
  `CREATE INDEX visa_request_kept ON visa_request ("visaRequestStatus", "createdAt")
    WHERE "papersRemovedAt" IS NULL`,
  `CREATE INDEX visa_request_document_reminder ON visa_request ("documentReminderAt")
    WHERE "documentReminderAt" IS NOT NULL`,
  `CREATE INDEX visa_request_event_by_request ON visa_request_event ("visaRequestId", at)`,
  `CREATE INDEX visa_applicant_by_passport ON visa_applicant ("passportNumberIndex")`,
  `CREATE INDEX visa_applicant_clear_comments ON visa_applicant ("visaApplicantId")
    WHERE substr("commentsSealed", 1, 6) = 'clear:'`,
  `CREATE INDEX payment_order_unpaid ON payment_order ("createdAt") WHERE state <> 'PAID'`,
  `CREATE INDEX payment_by_request ON payment ("visaRequestId")`,
  `CREATE INDEX payment_due ON payment ("visaRequestId") WHERE outcome = 'REFUND_DUE'`,
  `CREATE INDEX refund_by_payment ON refund ("razorpayPaymentId")`,
  `CREATE INDEX webhook_event_pending ON webhook_event ("nextTryAt") WHERE state = 'PENDING'`,
  `CREATE INDEX audit_event_by_request ON audit_event ("visaRequestId", sequence)`,
  `CREATE INDEX audit_event_by_owner ON audit_event ("ownerUserId", sequence)`,
  `CREATE INDEX audit_event_by_subject ON audit_event ("subjectId", at)`,
  `CREATE INDEX staff_note_by_request ON staff_note ("visaRequestId", "createdAt")`,
  `CREATE INDEX applicant_correction_by_applicant
    ON applicant_correction ("visaApplicantId", "askedAt", position)`,
  `CREATE INDEX catalogue_change_by_country
    ON catalogue_change ("visaCountryId", "catalogueChangeId")`,
  `CREATE INDEX catalogue_change_by_visa ON catalogue_change ("visaId", "catalogueChangeId")`,
  `CREATE INDEX untaken_payment_by_request ON untaken_payment ("visaRequestId")`,
  `CREATE INDEX dispute_by_payment ON dispute ("razorpayPaymentId")`,
  `CREATE UNIQUE INDEX money_task_open ON money_task ("razorpayPaymentId", kind)
    WHERE "closedAt" IS NULL`,
  `CREATE INDEX money_task_by_request ON money_task ("visaRequestId")`,
  `CREATE INDEX known_device_by_user ON known_device ("userId", "lastLoginAt")`,
  `CREATE INDEX consent_by_applicant ON consent ("visaApplicantId", "givenAt")`,
  `CREATE UNIQUE INDEX approval_open ON approval (kind, "subjectId") WHERE "closedAt" IS NULL`,
  `CREATE INDEX notification_due ON notification (channel, "nextTryAt") WHERE state = 'DUE'`,
  `CREATE INDEX notification_dead ON notification ("createdAt" DESC, "notificationId" DESC)
    WHERE state = 'DEAD'`,
  `CREATE INDEX notification_to_clear ON notification ("createdAt")
    WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL`,
  `CREATE INDEX notification_by_user ON notification ("userId", "createdAt")`,
];
