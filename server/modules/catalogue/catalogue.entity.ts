import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** The tables of the catalogue. All rows are read at start and after each change. */

@Entity("visa_country")
export class VisaCountryEntity {
  @PrimaryColumn({ type: "text" }) visaCountryId!: string;
  @Column({ type: "text" }) name!: string;
  @Column({ type: "text", unique: true }) countryUrl!: string;
  /** Alternative names for the search, as a JSON list: `["UAE", "Dubai"]`. */
  @Column({ type: "text" }) aliases!: string;
  @Column({ type: "text" }) processingType!: string;
  @Column({ type: "text" }) flagSrc!: string;
  @Column({ type: "text", nullable: true }) imageSrc!: string | null;
  @Column({ type: "boolean" }) isActive!: boolean;
  @Column({ type: "boolean" }) b2CStatus!: boolean;
  @Column({ type: "boolean" }) b2BStatus!: boolean;
  @Column({ type: "boolean" }) apiStatus!: boolean;
  /** 1-based position among the cards of the home page; null hides the country there. */
  @Column({ type: "integer", nullable: true }) popularRank!: number | null;
  /**
   * Slug of the visa that search and the home page lead to; if it is null or the visa is unpublished, the cheapest one
   * leads.
   */
  @Column({ type: "text", nullable: true }) leadVisaUrl!: string | null;
  /** Incremented by each change of the country itself, its documents, terms or FAQs. */
  @Column({ type: "integer" }) version!: number;
}

@Entity("visa")
export class VisaEntity {
  @PrimaryColumn({ type: "text" }) visaId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  @Column({ type: "text" }) visaPriceId!: string;
  @Column({ type: "text" }) visaName!: string;
  @Column({ type: "text", unique: true }) visaUrl!: string;
  @Column({ type: "text" }) visaType!: "TOURIST" | "BUSINESS";
  /** True if the visa only allows transit to another country. */
  @Column({ type: "boolean" }) isTransit!: boolean;
  /** In days. */
  @Column({ type: "integer" }) processingTime!: number;
  @Column({ type: "text" }) stayPeriod!: string;
  @Column({ type: "text" }) validity!: string;
  @Column({ type: "text", nullable: true }) entry!: "SINGLE" | "MULTIPLE" | null;
  @Column({ type: "text", nullable: true }) processType!: "EVISA" | null;
  @Column({ type: "text", nullable: true }) priceType!: "B2C" | null;
  /** In whole rupees. */
  @Column({ type: "integer" }) adultPrice!: number;
  /** In whole rupees; null if children pay `adultPrice`. */
  @Column({ type: "integer", nullable: true }) childPrice!: number | null;
  @Column({ type: "boolean" }) isActive!: boolean;
  @Column({ type: "boolean" }) b2CStatus!: boolean;
  @Column({ type: "boolean" }) b2BStatus!: boolean;
  @Column({ type: "boolean" }) apiStatus!: boolean;
  /** Incremented by each change. */
  @Column({ type: "integer" }) version!: number;
}

@Entity("visa_document")
export class VisaDocumentEntity {
  @PrimaryColumn({ type: "text" }) visaDocumentId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  @Column({ type: "integer" }) position!: number;
  @Column({ type: "text" }) visaType!: "TOURIST" | "BUSINESS";
  @Column({ type: "text" }) documentName!: string;
  /** `RequirementFacts` as JSON; null if only the text is known. */
  @Column({ type: "text", nullable: true }) requirement!: string | null;
}

@Entity("visa_term")
export class VisaTermEntity {
  @PrimaryColumn({ type: "text" }) visaTermsId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  @Column({ type: "integer" }) position!: number;
  @Column({ type: "text" }) termsandConditions!: string;
}

@Entity("visa_faq")
export class VisaFaqEntity {
  @PrimaryColumn({ type: "text" }) visaFAQId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  @Column({ type: "integer" }) position!: number;
  @Column({ type: "text" }) question!: string;
  @Column({ type: "text" }) answer!: string;
}

/** A version of a visa's requirements. It never changes, because applications refer to it. */
@Entity("requirement_list")
export class RequirementListEntity {
  /** SHA-256 of `requirements`, in hexadecimal. */
  @PrimaryColumn({ type: "text" }) requirementListId!: string;
  /** `VisaRequirement[]` as JSON. */
  @Column({ type: "text" }) requirements!: string;
}

/** How many visitors asked for a country that we do not offer, by day. Contains nothing about the visitors. */
@Entity("country_wish")
export class CountryWishEntity {
  @PrimaryColumn({ type: "text" }) flagSrc!: string;
  @PrimaryColumn({ type: "text" }) day!: string;
  @Column({ type: "integer" }) wishes!: number;
}

/** A change of a country or visa by a staff member. Immutable: triggers reject updates and deletions. */
@Entity("catalogue_change")
export class CatalogueChangeEntity {
  @PrimaryGeneratedColumn({ type: "integer" }) catalogueChangeId!: number;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) staffId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  /** Null if the change was to the country itself, its documents, terms or FAQs. */
  @Column({ type: "text", nullable: true }) visaId!: string | null;
  /** `FieldChange[]` as JSON: the old and new value of each field. */
  @Column({ type: "text" }) fields!: string;
}
