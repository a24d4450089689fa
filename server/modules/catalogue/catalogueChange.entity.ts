import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** A change of a country or visa by a staff member. Immutable: a trigger rejects updates. */
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
