import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Day } from "../../core/day.rules";
import type { Scope } from "../../core/access.rules";
import type { PartnerLimits } from "../../core/principal";
import type { PartnerRole } from "./partner.rules";

/** An organisation whose programs use the API with keys. It owns applications through an account. */
@Entity("partner")
export class PartnerEntity {
  @PrimaryColumn({ type: "text" }) partnerId!: string;
  @Column({ type: "text" }) name!: string;
  @Column({ type: "text", nullable: true }) gstin!: string | null;
  /** For messages about the integration, never about an application. */
  @Column({ type: "text" }) email!: string;
  /** Service fee per applicant in whole rupees; null for `SERVICE_FEE_INR`. */
  @Column({ type: "integer", nullable: true }) feeInr!: number | null;
  /** The limits that differ from `defaultLimits`. */
  @Column({ type: "simple-json" }) limits!: Partial<PartnerLimits>;
  @Column({ type: "text" }) createdAt!: string;
  /** From this time on, no key of the partner is valid; null if the partner has not ended. */
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
}

/** A person who manages a partner after signing in. */
@Entity("partner_member")
export class PartnerMemberEntity {
  @PrimaryColumn({ type: "text" }) partnerId!: string;
  /** Identifies the account, not the number, because a carrier may give the number to another person. */
  @PrimaryColumn({ type: "text" }) userId!: string;
  @Column({ type: "text" }) role!: PartnerRole;
  @Column({ type: "text" }) addedAt!: string;
}

/** The use of a partner's keys on one day (Indian Standard Time). */
@Entity("partner_usage")
export class PartnerUsageEntity {
  @PrimaryColumn({ type: "text" }) partnerId!: string;
  @PrimaryColumn({ type: "text" }) day!: Day;
  @Column({ type: "integer" }) operations!: number;
  /** Operations that were rejected because a scope was missing or a limit was reached. */
  @Column({ type: "integer" }) refused!: number;
  /** Query cost of the other operations, in points. */
  @Column({ type: "integer" }) cost!: number;
}

/** A key with which a partner's programs call the API. Only a hash of it is stored. */
@Entity("partner_key")
export class PartnerKeyEntity {
  @PrimaryColumn({ type: "text" }) partnerKeyId!: string;
  @Column({ type: "text" }) partnerId!: string;
  @Column({ type: "text" }) name!: string;
  @Column({ type: "text", unique: true }) keyHash!: string;
  /** The first characters of the key, so that people recognise it. */
  @Column({ type: "text" }) start!: string;
  @Column({ type: "simple-json" }) scopes!: readonly Scope[];
  /** IP addresses and CIDR blocks from which the key may be used; empty for all. */
  @Column({ type: "simple-json" }) networks!: readonly string[];
  @Column({ type: "text" }) createdAt!: string;
  /** Null if the key does not expire. A rotation may set an earlier time. */
  @Column({ type: "text", nullable: true }) expiresAt!: string | null;
  /** Updated at most once an hour. */
  @Column({ type: "text", nullable: true }) lastUsedAt!: string | null;
  @Column({ type: "text", nullable: true }) endedAt!: string | null;
  @Column({ type: "text", nullable: true }) replacedByKeyId!: string | null;
}
