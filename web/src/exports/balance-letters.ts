import type { BalancePaper, BlankPaper } from './balance-paper.ts'
import { textsOf } from './balance-rows.ts'
import { losesItsName, unprintableLetters } from './letters.ts'

/** Its drug is what all volumes of a balance sheet are of: without its name, none is made. */
export const isDrugLost = ({ drug_name }: { drug_name: string }): boolean => losesItsName(drug_name)

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
