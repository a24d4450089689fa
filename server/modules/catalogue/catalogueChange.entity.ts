import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** What somebody of staff changed in a country or a visa. Written once: a trigger refuses a change. */
@Entity("catalogue_change")
export class CatalogueChangeEntity {
  @PrimaryGeneratedColumn({ type: "integer" }) catalogueChangeId!: number;
  @Column({ type: "text" }) at!: string;
  @Column({ type: "text" }) staffId!: string;
  @Column({ type: "text" }) visaCountryId!: string;
  /** Null where it was the country itself, its papers, terms or FAQs. */
  @Column({ type: "text", nullable: true }) visaId!: string | null;
  /** `FieldChange[]` as JSON: what each field was and what it became. */
  @Column({ type: "text" }) fields!: string;
}
