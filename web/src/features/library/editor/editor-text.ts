const titled = (words: string) => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

export const editorText = {
  titles: {
    create: (species: string, one: string) => `New ${species} ${titled(one)}`,
    copy: (species: string, one: string) => `New ${species} ${titled(one)}`,
    edit: (species: string, _one: string, name: string) => `Edit ${name} (${species})`,
    view: (species: string, _one: string, name: string) => `View ${name} (${species})`,
  },
  saved: (name: string) => `Saved: ${name}.`,
  close: 'CLOSE',
  notSavedText: 'This tablet could not store it. What you typed stays in this form.',
  meanwhile: {
    changed: {
      by: (name: string, moment: string) => `Changed by ${name} while you had it open, ${moment}.`,
      unnamed: 'This record has changed since you opened it, on another tablet or in another tab.',
    },
    deleted: {
      by: (name: string, moment: string) => `Deleted by ${name} while you had it open, ${moment}.`,
      unnamed: 'This record was deleted while you had it open.',
    },
  },
  changedText:
    'Your form stays as you see it. When you save, changes to different fields are both kept. Where both changed the same field, both versions wait in Needs Attention.',
  changedView: 'You see it as it was when you opened it. Close it and open it again to see it as it is now.',
  goneText: 'When you save, your version waits in Needs Attention, where the record can be restored with it.',
  contested:
    'This record has two versions. This is the one that was set aside, on top of the current one. What you save becomes the current one. START OVER shows the current one.',
  restores:
    'This record has been deleted. This is how it was, with the change that was set aside. Saving brings it back.',
  mayNot: 'You are not allowed to change this record now.',
  mayNotText: 'What you typed is shown, and is kept until someone gives you permission or you discard it.',
  typedSince: 'This form is already open with something else typed in it. Save or cancel that first.',
} as const
