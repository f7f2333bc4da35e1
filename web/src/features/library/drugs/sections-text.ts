const drugs = (count: number) => (count === 1 ? '1 drug' : `${count} drugs`)

export const sectionsText = {
  title: 'Edit Sections',
  intro: 'Sections group the drugs of both species. Drugs of a removed section are kept and become unset.',
  list: 'Sections',
  drugClass: 'Drug class',
  noClass: 'None',
  newSection: 'New section',
  counted: drugs,
  remove: (title: string) => `Remove ${title}`,
  removed: (title: string, count: number) =>
    count === 0
      ? `${title} is removed when you save. It has no drugs.`
      : count === 1
        ? `${title} is removed when you save. Its 1 drug becomes unset.`
        : `${title} is removed when you save. Its ${count} drugs become unset.`,
  keepSection: 'PUT BACK',
  removedMeanwhile: 'Removed on another tablet in the meantime.',
  removedBy: (name: string, moment: string) => `Removed by ${name}, ${moment}.`,
  removedWaits: 'What you save waits in Needs Attention.',
  always: 'Always there',
  add: 'ADD SECTION',
  connectOnce: 'Connect once',
  connectOnceText:
    'A new section needs a number from the server, and this tablet has none left. Connect it to the server once, then add the section.',
  notSavedText: 'This tablet could not store it. What you typed stays in this form.',
  contested:
    'A section has two versions. This is the one that was set aside. What you save becomes the current one. START OVER shows the current one.',
  discarded: 'Your changes to the sections were not saved.',
  saved: 'Sections saved.',
  savedUnset: (count: number) =>
    count === 1 ? 'Sections saved. 1 drug is now unset.' : `Sections saved. ${count} drugs are now unset.`,
  undone: 'The sections are back as they were.',
  notUndone: 'not saved: the sections could not be restored.',
} as const
