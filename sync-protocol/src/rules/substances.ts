/** A controlled substance: a name and its concentration in mg/ml (`spec 2 §3`). */
export interface Substance {
  drug_name: string
  drug_concentration: number
}

/** Names are compared without blanks around them and without case, concentrations as numbers. */
export const substanceKey = ({ drug_name, drug_concentration }: Substance): string =>
  `${drug_concentration} ${drug_name.trim().normalize('NFC').toLowerCase()}`

export const sameSubstance = (a: Substance, b: Substance): boolean => substanceKey(a) === substanceKey(b)

export interface SubstanceSources {
  /** The living drugs of the library, both species; concentration in mg/ml. */
  drugs: Iterable<{ name: string; concentration: number; controlled: boolean }>
  draws: Iterable<Substance & { voided: boolean }>
  balances: Iterable<Substance & { voided: boolean }>
}

/**
 * The controlled substances to choose from: the library's controlled drugs, and what still has draws or balance sheets though
 * its drug was deleted; each once, by name and concentration (`spec 2 §7`). The library's spelling comes first.
 */
export function uniqueSubstances({ drugs, draws, balances }: SubstanceSources): Substance[] {
  const found = new Map<string, Substance>()
  // Of many thousand draws few are written in another way: each way is compared once.
  const written = new Map<string, Set<number>>()
  const isNew = ({ drug_name, drug_concentration }: Substance): boolean => {
    const known = written.get(drug_name)
    if (known?.has(drug_concentration)) return false
    if (known) known.add(drug_concentration)
    else written.set(drug_name, new Set([drug_concentration]))
    return true
  }
  const add = ({ drug_name, drug_concentration }: Substance) => {
    if (!isNew({ drug_name, drug_concentration })) return
    const substance = { drug_name: drug_name.trim(), drug_concentration }
    const key = substanceKey(substance)
    if (!found.has(key)) found.set(key, substance)
  }
  for (const { name, concentration, controlled } of drugs) {
    if (controlled) add({ drug_name: name, drug_concentration: concentration })
  }
  for (const draw of draws) if (!draw.voided) add(draw)
  for (const balance of balances) if (!balance.voided) add(balance)
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return [...found.values()].sort(
    (a, b) => collator.compare(a.drug_name, b.drug_name) || a.drug_concentration - b.drug_concentration,
  )
}
