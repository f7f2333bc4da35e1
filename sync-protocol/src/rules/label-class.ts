import type { DrugClass } from '../records/fields.ts'

/**
 * What the colour of a drug's syringe label says (ISO 26825:2020, ASTM D4774): the classes that a section may have, and those
 * that only a drug has. An antagonist is striped over the colour of what it reverses; plain `antagonist` reverses what has no
 * colour of its own.
 */
export type LabelClass =
  | DrugClass
  | 'benzodiazepine'
  | 'relaxant'
  | 'anti-emetic'
  | 'opioid-antagonist'
  | 'benzodiazepine-antagonist'
  | 'relaxant-antagonist'

/**
 * Generic names of drugs, by their class. Which drug belongs to which is from the WHO's ATC and ATCvet indexes: N01A and N02A
 * opioids, N05BA and N05CD benzodiazepines, N01AF and N01AX general anesthetics, N01B local anesthetics, M03A relaxants, A03B
 * anticholinergics, C01CA and H01BA vasopressors, A04A and A03FA anti-emetics, N05A tranquilizers, V03AB and N07AA antagonists.
 * Droperidol is an anti-emetic, as on the labels of the standard.
 */
const DRUGS: Readonly<Record<LabelClass, string>> = {
  opioid:
    'alfentanil buprenorphine butorphanol fentanyl hydromorphone levomethadone meperidine methadone morphine nalbuphine oxymorphone pethidine remifentanil sufentanil tramadol',
  benzodiazepine: 'alprazolam climazolam clonazepam diazepam lorazepam midazolam remimazolam zolazepam',
  induction: 'alfaxalone etomidate ketamine methohexital propofol thiopental thiopentone tiletamine',
  tranquilizer: 'acepromazine azaperone chlorpromazine',
  relaxant:
    'atracurium cisatracurium mivacurium pancuronium rocuronium succinylcholine suxamethonium vecuronium',
  anticholinergic: 'atropine glycopyrrolate glycopyrronium hyoscine scopolamine',
  'local-anesthetic':
    'bupivacaine chloroprocaine levobupivacaine lidocaine lignocaine mepivacaine prilocaine ropivacaine',
  vasopressor:
    'adrenaline dopamine ephedrine epinephrine noradrenaline norepinephrine phenylephrine vasopressin',
  'anti-emetic': 'dolasetron droperidol granisetron maropitant metoclopramide ondansetron prochlorperazine',
  'opioid-antagonist': 'diprenorphine nalmefene naloxone naltrexone',
  'benzodiazepine-antagonist': 'flumazenil sarmazenil',
  'relaxant-antagonist': 'edrophonium neostigmine sugammadex',
  antagonist: 'atipamezole tolazoline yohimbine',
}

/**
 * Drugs for which the standards have no colour. A mixture with one of them does not take the colour of the other; a barbiturate
 * for euthanasia takes none at all.
 */
const WITHOUT =
  'dexmedetomidine detomidine embutramide medetomidine pentobarbital phenytoin romifidine vatinoxan xylazine'

const classOf = new Map<string, LabelClass | undefined>([
  ...(Object.keys(DRUGS) as LabelClass[]).flatMap((of) =>
    DRUGS[of].split(' ').map((name) => [name, of] as const),
  ),
  ...WITHOUT.split(' ').map((name) => [name, undefined] as const),
])

/**
 * The class on the label of a drug: that of its name where the name is known, else that of its section. A name with drugs of
 * several classes ('Tiletamine-Zolazepam') is a mixture, which has the colour of none of them.
 */
export function labelClass(name: string, ofSection?: DrugClass): LabelClass | undefined {
  const words = name.toLowerCase().match(/[a-z]+/g) ?? []
  const found = new Set(words.filter((word) => classOf.has(word)).map((word) => classOf.get(word)))
  const [only] = found
  const isOfOneClass = /* @rule label-mixture */ found.size === 1
  return isOfOneClass && only !== undefined ? only : ofSection
}

/** The class of a drug, where the title above it does not say it already. */
export function ownLabelClass(name: string, ofSection?: DrugClass): LabelClass | undefined {
  const own = labelClass(name, ofSection)
  return own === ofSection ? undefined : own
}
