/** Limits of `spec 1 §9` and `spec 2 §9`: characters, mg/ml, mg/kg, ml/kg, ml and counts. */
export const NAME_MAX = 50
/** Weight (as typed), concentration (mg/ml), dosage (mg/kg) and rate (ml/kg): above 0, at most this. */
export const QUANTITY_MAX = 100_000
/** Container, bottle and balance volumes in ml: at most this. */
export const CONTAINER_MAX = 1_000_000
export const SECTION_DRUGS_MAX = 5
export const FLUIDS_MAX = 5
/** Sections of an anesthesia protocol, its fluids counting as one. */
export const PROTOCOL_SECTIONS_MAX = 10
export const EMERGENCY_DRUGS_MAX = 10
export const INJECTIONS_MAX = 10
/** Why a drug is never given. */
export const NEVER_MAX = 120
/** What one drug reverses, for each species, and the words beside it. */
export const REVERSES_MAX = 20
export const REVERSAL_NOTE_MAX = 120
export const NOTES_MAX = 10_000
export const TIME_ZONE_MAX = 64
/** What a clinic prints at the head of its papers. */
export const PRINTED_NAME_MAX = 100
export const PRINTED_ADDRESS_MAX = 200
/** A patient's short number on a day's list, and its place there. */
export const DAY_LINE_MAX = 12
export const ORDER_KEY_MAX = 200
export const PATIENT_SEX_MAX = 20
export const PATIENT_AGE_MAX = 20
export const OWNER_MAX = 100
export const RISK_MAX = 200
export const CAGE_MAX = 20
/** A section's key; the server's own count of them fits well above it. */
export const SECTION_KEY_MAX = 1_000_000_000
/** One mutation: operations, and bytes of its JSON. */
export const MUTATION_OPS_MAX = 500
export const MUTATION_BYTES_MAX = 1_048_576
