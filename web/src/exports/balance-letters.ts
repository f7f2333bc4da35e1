import type { BalancePaper, BlankPaper } from './balance-paper.ts'
import { textsOf } from './balance-rows.ts'
import { unprintableLetters } from './letters.ts'

/** The letters of a balance sheet that its PDF cannot write, each once; they are named before the export. */
export function unprintableOnBalance({
  content,
  author,
  people,
  clinic,
  address = '',
  voided,
}: BalancePaper): string[] {
  const names = new Set(people.flatMap((person) => (person === null ? [] : [person.name])))
  const head = [
    content.drug_name,
    author.name,
    ...names,
    clinic,
    address,
    voided?.by_name ?? '',
    voided?.reason ?? '',
  ]
  return unprintableLetters([...head, ...textsOf(content.pages)])
}

export const unprintableOnBlanks = ({
  drug_name,
  clinic,
  address = '',
}: Pick<BlankPaper, 'drug_name' | 'clinic' | 'address'>): string[] =>
  unprintableLetters([drug_name, clinic, address])
