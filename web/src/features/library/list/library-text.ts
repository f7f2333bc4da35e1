const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const counted = (count: number, { one, many }: Nouns) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** 'injection', 'injections' */
export interface Nouns {
  one: string
  many: string
}

export const libraryText = {
  speciesNames: ['Canine', 'Feline'],
  words: (nouns: Nouns) => ({
    list: sentence(nouns.many),
    many: nouns.many,
    fields: { name: 'Name', author: 'Author', date: 'Date' },
    placeholders: {
      name: `Search by ${nouns.one} name`,
      author: 'Search by author name',
      date: 'Search by MM/DD/YYYY',
    },
    sorts: { name: 'Name', date: 'Date' },
    counted: (count: number) => counted(count, nouns),
    loadingTitle: `Loading ${nouns.many}…`,
  }),
  add: 'ADD',

  created: (day: string) => `Created ${day}`,
  edited: (day: string) => `Edited ${day}`,
  contested: 'Two versions',

  emptyTitle: ({ many }: Nouns, species: string) => `No ${species} ${many} yet`,
  /** What a library is for, by its collection. */
  purposes: {
    drugs: 'Protocols are made of drugs. Each drug has its concentration, and a dosage for each species.',
    fluids: 'Fluids are added to protocols. Their volume comes from a rate in ml/kg.',
    anesthesia_protocols: 'A protocol is a plan of drugs and fluids. A sheet works out every volume in it.',
    emergency_protocols: 'A list of emergency drugs with a low and a high dosage, to add to a sheet.',
    injections: 'Names of other injections that can be added to a sheet.',
    procedures: 'What is done, with notes that can be printed with the sheet.',
  } as Readonly<Partial<Record<string, string>>>,
  emptyText: (purpose: string | undefined) =>
    [purpose, 'What anyone in the clinic adds is listed here, on every tablet.'].filter(Boolean).join(' '),

  named: (label: string, value: string) => `${label}: ${value}`,

  deleteOne: (name: string) => `Delete ${name}?`,
  deleteOneText: (name: string) => `Are you sure you want to delete ${name}?`,
  deleteManyText: (count: number, { many }: Nouns) => `Are you sure you want to delete ${count} ${many}?`,
  inSteps: (steps: number) =>
    `These are sent as ${steps} changes of at most 500 records. They leave this list together.`,
  notDeletedText: ({ many }: Nouns) => `Could not delete the ${many} on this tablet.`,
  deleted: (count: number, nouns: Nouns) =>
    count === 1 ? `${sentence(nouns.one)} deleted.` : `${counted(count, nouns)} deleted.`,
  restored: (count: number, nouns: Nouns) =>
    count === 1 ? `${sentence(nouns.one)} restored.` : `${counted(count, nouns)} restored.`,
  nothingToRestore: 'Nothing was restored: someone had already brought it back.',
  notRestored: 'not saved: this tablet could not restore what was deleted.',
  gone: 'This record was deleted.',
  notOpened: 'Could not read the record. Please try again.',

  unsavedNew: ({ one }: Nouns, name: string) =>
    name.trim() === '' ? `A new ${one} is not saved yet.` : `The new ${one} ${name.trim()} is not saved yet.`,
  unsavedEdit: (name: string) => `Your changes to ${name.trim()} are not saved yet.`,
  typedAt: (moment: string) => `Typed on this tablet, ${moment}.`,
} as const
