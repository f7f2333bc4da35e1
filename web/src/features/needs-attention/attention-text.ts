import type { Collection } from 'sync-protocol/records/envelope'
import type { Choice, Op } from 'sync-protocol/records/mutation'

const nouns: Readonly<Record<Collection, string>> = {
  drugs: 'Drug',
  fluids: 'Fluid',
  sections: 'Drug section',
  anesthesia_protocols: 'Anesthesia protocol',
  emergency_protocols: 'Emergency protocol',
  injections: 'Injection',
  procedures: 'Procedure',
  sheets: 'Anesthesia sheet',
  draws: 'Controlled draw',
  balances: 'Balance sheet',
  drafts: 'Open sheet',
  conflicts: 'Conflict',
  attention: 'Refused change',
}
const verbs: Readonly<Record<Op['op'], string>> = {
  create: 'new',
  update: 'edited',
  delete: 'deleted',
  restore: 'restored',
  void: 'deleted',
  settle: 'settled',
}

type ChoiceWords = Readonly<
  { values: Record<Choice, string> } & Record<'deletion' | 'deleted', Partial<Record<Choice, string>>>
>

export const attentionText = {
  nouns,
  openTable: 'Open balance table',
  verbs,
  list: 'What needs a person',
  showMore: (count: number) => `SHOW ${count} MORE`,
  emptyTitle: 'Nothing needs attention',
  emptyText:
    'Changes that the server did not accept wait here, with all that was typed, until someone decides.',
  reading: 'Reading this tablet',
  failed: 'The list could not be read. Nothing in it is lost.',
  meta: (author: string, moment: string) => `${author}, ${moment}`,
  onlyHere: 'Only on this tablet',
  refused: 'Not accepted',
  parked: 'Waits for a decision',
  waiting: 'Waits for its record',
  waitsForEarlier: 'Waits for an earlier change',
  /** Of which not even a title can be said. */
  unreadable: 'A change that the server could not read',
  /** Before the server's word, which names what was wrong with it. */
  notAsSent: (word: string) => `The server could not take this as it was sent. ${word}`,
  tooMany: (count: number, most: number) =>
    `This change holds ${count} records, and the server takes ${most} at a time. Sent again by its author it goes in parts.`,
  /** After the server's word, which names the tablet. */
  fromRevoked: (word: string) =>
    `${word} Somebody with the permission for records of others approves it, or its author sends it again from another tablet.`,
  early:
    'This came back after the server was restored, before an earlier change of the same record. It is done by itself when a tablet brings that one back.',
  withdrawn: 'Not sent',
  conflict: 'Two versions',
  shutOut: 'Cannot be sent',
  shutOutText: (count: number, author: string) =>
    `${count === 1 ? 'One change' : `${count} changes`} of ${author} cannot be sent without them: this tablet may no longer send for the account. With their next login here it is sent by itself.`,
  removedText: (count: number, author: string) =>
    `${count === 1 ? 'One change' : `${count} changes`} of ${author} cannot be sent any more: the account was removed.`,
  send: 'SEND',
  sentFor: (author: string) => `It is sent under the name of ${author}.`,
  discardAllTitle: (count: number, author: string) =>
    count === 1 ? `Discard this change of ${author}?` : `Discard ${count} changes of ${author}?`,
  discardAllText: (count: number) =>
    count === 1
      ? 'It is removed for good and never reaches the server. The action log will say that you did so. Copy it first if you may need it.'
      : 'They are removed for good and never reach the server. The action log will say that you did so. Copy them first if you may need them.',
  discardedDetail: (count: number, author: string, titles: readonly string[]) =>
    `${count} of ${author}: ${titles.join('; ')}`,
  more: (count: number) => `and ${count} more`,
  sentBy: (name: string) => `sent by ${name}`,
  reasons: {
    forbidden: 'You don’t have permission for this change.',
    invalid: 'A value was not accepted.',
    unknown_record: 'What it changes does not exist any more.',
    immutable: 'What was saved as done cannot be changed.',
    limit: 'A limit was reached.',
    depends_on: 'It depends on a change that was not accepted.',
    internal: 'The server could not process it.',
    needs_approval: 'A holder of the permission for records of others must approve it.',
    too_large: 'It is too large to be sent.',
    too_late:
      'Somebody else settled this first, or changed the record meanwhile. What was chosen or entered here was not taken, and is kept.',
  },
  entered: 'What was entered',
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  reason: 'Reason given',
  empty: '(empty)',
  yes: 'yes',
  no: 'no',
  noUnit: '(no unit)',
  notUsed: 'not used',
  range: (from: string, to: string) => `${from} to ${to}`,
  species: ['Canine', 'Feline', 'Exotic'] as readonly string[],

  noForm: {
    others: (author: string) => `Only ${author} can open or send this again.`,
    deletion: 'A deletion has nothing to edit: it is sent again, or discarded.',
    decision: 'A decision has nothing to edit: where it is still open, make it anew on its own card.',
    several:
      'It changes several records at once, so no form shows it: send it again, or copy what was entered.',
    again: 'Sent again unchanged, it would be refused again. Copy what was entered if you need it.',
    none: 'No form shows this: send it again, or copy what was entered.',
    deleted: (button: string) =>
      `The record was deleted meanwhile. ${button} asks the server for it: it can then be restored with this edit.`,
    never: () =>
      'The record itself was not accepted either, and waits here too: send that one again first, then this.',
  },

  reopen: 'REOPEN',
  retry: 'RETRY',
  /** Of a decision that came too late: what it would have made of the record. */
  changeAnyway: 'CHANGE IT TO THIS',
  copy: 'COPY',
  discard: 'DISCARD',
  approve: 'APPROVE',
  complete: 'COMPLETE',
  completeTitle: 'Complete This Change',
  completeText: (author: string) =>
    `${author} recorded this, and it could not be accepted. Enter what is wrong or missing. All else stays as it was entered, and is saved under the name of ${author}, approved by you.`,
  completeSave: 'SAVE AND APPROVE',
  /** Beside a day that is typed anew. */
  dayAsTyped: 'YYYY-MM-DD',
  chooseOne: 'Please choose one.',
  keepMine: (author: string) => `Keep ${author}’s version`,
  /** Both were entered by the same person. */
  keepSetAside: 'Keep the version set aside',
  keepTheirs: 'Keep what stands now',
  restore: 'Restore with the edit',
  remove: 'Delete all the same',
  keepRecord: 'Keep the record',
  keepDeleted: 'Leave it deleted',
  edit: 'EDIT',
  editAndRestore: 'EDIT AND RESTORE',
  openSheet: 'OPEN AS ANOTHER SHEET',
  sheetOpened: 'Your version is open as a sheet of its own. The other one stays as it is.',
  wholeDeletion: 'This is about the whole record: keep it, and edit it in its library if you need to.',
  withdraw: 'Discard my version',
  sectionHolders: 'A holder of the permission for drug sections settles it.',
  base: 'As it was',
  theirs: 'Stands now',
  /** Who to ask about what stands; of a deletion, about that. */
  standsBy: (name: string, moment: string, deleted: boolean) =>
    `${deleted ? 'Deleted' : 'What stands now was entered'} by ${name}, ${moment}.`,
  mine: (author: string) => `Entered by ${author}`,
  chosenBy: (author: string) => `Chosen by ${author}`,
  missing: '(deleted)',
  notAccepted: '(not accepted)',
  notBack: '(not back yet)',
  none: '(none)',
  field: 'Field',
  wholeRecord: 'The whole record',
  differs: 'Differs:',
  differing: (count: number) =>
    count === 0 ? 'no line differs' : count === 1 ? '1 line differs' : `${count} lines differ`,
  showSame: (count: number) => `SHOW ${count} MORE THAT ARE THE SAME`,
  hideSame: 'HIDE WHAT IS THE SAME',
  groups: {
    dose: 'Dose',
    drugs: 'Drugs and fluids',
    name: 'Name',
    notes: 'Notes',
    section: 'Section',
    titles: 'Titles',
    class: 'Drug class',
    patient: 'Patient',
    weight: 'Weight',
  } as Readonly<Record<string, string>>,

  discardTitle: 'Discard this change?',
  discardText: 'What was entered is removed for good. Copy it first if you may need it.',
  copied: 'Copied.',
  notCopied: 'This browser did not allow copying.',
  retried: 'Sent again as a new change.',
  discarded: 'Discarded.',
  approved: (author: string) => `Approved. It stands under the name of ${author}.`,
  approvedHere: 'Approved on this tablet. It stands once the server has your approval.',
  notApproved: (why: string) => `Not approved. The server did not accept it: ${why}`,
  /** Said for what was just decided, so that a slip of the finger is noticed. */
  decided: (title: string, what: string) => `${title}. ${what}.`,
  decidedFor: {
    theirs: 'What stood stays',
    mine: (author: string) => `${author}’s version stands now`,
    setAside: 'The version that was set aside stands now',
    restored: 'Restored with the edit',
    removed: 'Deleted',
    kept: 'Kept',
    keptDeleted: 'Stays deleted',
    withdrawn: 'Your version is discarded',
  },
  settledBy: (name: string, moment: string, choice: string) => `Settled by ${name}, ${moment}: ${choice}.`,
  doneByItself: 'What this waited for is back, and the change was made.',
  settledElsewhere: 'This does not wait any more: somebody decided it elsewhere.',
  chosen: 'Chosen',
  /** What was decided, by what it was about: other values, a deletion, or the edit of a deleted record. */
  choices: {
    values: {
      theirs: 'what stood was kept',
      mine: 'what was entered was taken',
      edited: 'other values were entered',
      restore: 'it was restored with the edit',
      dismiss: 'it was discarded, sent again, or opened to be saved anew',
    },
    deletion: { theirs: 'it was kept', mine: 'it was deleted' },
    deleted: { theirs: 'it was left deleted', mine: 'it was restored with the edit' },
  } as ChoiceWords,
  /** The same of a decision that was not taken. */
  wanted: {
    values: {
      theirs: 'to keep what stood',
      mine: 'to take what was entered',
      edited: 'to enter other values',
      restore: 'to restore it with the edit',
      dismiss: 'to discard it, send it again, or open it to be saved anew',
    },
    deletion: { theirs: 'to keep it', mine: 'to delete it' },
    deleted: { theirs: 'to leave it deleted', mine: 'to restore it with the edit' },
  } as ChoiceWords,
  putAway: 'OKAY',
  notSaved: 'not saved: this tablet could not store your decision. Please try again.',
  reopened: (missing: readonly string[], day: string | null) =>
    [
      missing.length === 0 ? 'The sheet is open again as it was.' : 'The sheet is open again.',
      ...(day === null ? [] : [`It keeps its day, ${day}.`]),
      ...(missing.length === 0 ? [] : [`Please choose again: ${missing.join(', ')}.`]),
    ].join(' '),
  tableReopened: 'The balance table is open again with all its entries.',
  beside: (count: number) =>
    count === 1
      ? 'One change of what was open waits with it'
      : `${count} changes of what was open wait with it`,
  notReopened: 'This can no longer be opened as a form. Copy what was entered instead.',
  anesthesia: 'anesthesia protocol',
  emergency: 'emergency protocol',
} as const
