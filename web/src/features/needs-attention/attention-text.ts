import type { Collection } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import type { Choice, Op } from 'sync-protocol/records/mutation'

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const verbs: Readonly<Record<Op['op'], string>> = {
  create: 'new',
  update: 'edited',
  delete: 'deleted',
  restore: 'restored',
  void: 'deleted',
  settle: 'decided',
}

type ChoiceWords = Readonly<
  { values: Record<Choice, string> } & Record<'deletion' | 'deleted', Partial<Record<Choice, string>>>
>

export const attentionText = {
  noun: (collection: Collection): string =>
    collection === 'draws' ? 'Controlled draw' : capitalized(kinds[collection].nouns[0]),
  openTable: 'Open balance table',
  verbs,
  /** What was decided over, before its name. */
  decisions: {
    conflicts: 'Decision between two versions',
    attention: 'Decision on a refused change',
  } as Readonly<Partial<Record<Collection, string>>>,
  list: 'What needs a decision',
  showMore: (count: number) => `SHOW ${count} MORE`,
  emptyTitle: 'Nothing needs attention',
  emptyText:
    'Changes that the server did not accept wait here, with everything that was typed, until someone decides.',
  reading: 'Loading',
  failed: 'Could not load the list. Nothing in it is lost.',
  meta: (author: string, moment: string) => `${author}, ${moment}`,
  onlyHere: 'Only on this tablet',
  refused: 'Not accepted',
  parked: 'Waiting for a decision',
  waiting: 'Waiting for its record',
  waitsForEarlier: 'Waiting for an earlier change',
  /** Of which not even a title can be said. */
  unreadable: 'A change that the server could not read',
  /** Before the server's word, which names what was wrong with it. */
  notAsSent: (word: string) => `The server could not accept this as it was sent. ${word}`,
  tooMany: (count: number, most: number) =>
    `This change has ${count} records, and the server accepts ${most} at a time. If its author sends it again, it is sent in parts.`,
  /** After the server's word, which names the tablet. */
  fromRevoked: (word: string) =>
    `${word} Someone who may change records created by others can approve it, or its author can send it again from another tablet.`,
  /** The same for who may approve it. */
  fromRevokedYours: (word: string) => `${word} It is waiting for your approval.`,
  yours: 'It is waiting for your approval.',
  early:
    'This was sent back after the server was restored, before an earlier change to the same record. It is made automatically when a tablet sends that one back.',
  /** Of a balance sheet that is new. */
  unknownBalance: 'A balance sheet that this one continues or combines is not on the server.',
  /** Of a balance sheet: its approval alone would name draws that nobody recorded. */
  drawsFirst: (count: number) =>
    count === 1
      ? 'It names a draw that is waiting here too. Decide about that one first.'
      : `It names ${count} draws that are waiting here too. Decide about those first.`,
  /** What the server says to its author, said to somebody else. */
  forbiddenOf: (author: string) => `${author} doesn’t have permission for this change.`,
  next: {
    reopen: 'Reopen it, correct it, and save it again.',
    complete: 'Complete it: enter what is wrong or missing, and approve it.',
  },
  withdrawn: 'Not sent',
  it: 'it',
  its: (parts: readonly string[]) => `its ${parts.join(' and ')}`,
  bothChanged: (one: string, other: string, what: string) => `${one} and ${other} both changed ${what}.`,
  changedTwice: (author: string, what: string) => `${author} changed ${what} in two places.`,
  changedAfter: (author: string, what: string) =>
    `${author} changed ${what} after someone else had changed it.`,
  changedDeleted: (author: string, what: string) =>
    `${author} changed ${what}, but it had been deleted in the meantime.`,
  deletedChanged: (author: string) => `${author} deleted it, but it had been changed in the meantime.`,
  chooseVersion: 'Choose the version to keep.',
  restoreOrLeave: 'Leave it deleted, or restore it with the change.',
  keepOrDelete: 'Keep it, or delete it anyway.',
  shutOut: 'Cannot be sent',
  shutOutText: (count: number, author: string) =>
    `${count === 1 ? 'One change' : `${count} changes`} by ${author} cannot be sent without them: this tablet may no longer send for the account. When they next log in here, ${count === 1 ? 'it is' : 'they are'} sent automatically.`,
  removedText: (count: number, author: string) =>
    `${count === 1 ? 'One change' : `${count} changes`} by ${author} can no longer be sent: the account was removed.`,
  send: 'SEND',
  sentFor: (author: string) => `It is sent under the name of ${author}.`,
  discardAllTitle: (count: number, author: string) =>
    count === 1 ? `Discard this change by ${author}?` : `Discard ${count} changes by ${author}?`,
  discardAllText: (count: number) =>
    count === 1
      ? 'It is deleted permanently and never reaches the server. The action log will say that you did this. Copy it first if you may need it.'
      : 'They are deleted permanently and never reach the server. The action log will say that you did this. Copy them first if you may need them.',
  discardedDetail: (count: number, author: string, titles: readonly string[]) =>
    `${count} by ${author}: ${titles.join('; ')}`,
  more: (count: number) => `and ${count} more`,
  sentBy: (name: string) => `sent by ${name}`,
  reasons: {
    forbidden: 'You don’t have permission for this change.',
    invalid: 'A value was not accepted.',
    unknown_record: 'The record it changes no longer exists.',
    immutable: 'Saved sheets, draws and balance sheets cannot be changed.',
    limit: 'A limit was reached.',
    depends_on: 'It depends on a change that was not accepted.',
    internal: 'The server could not process it.',
    needs_approval: 'Someone who may change records created by others must approve it.',
    too_large: 'It is too large to send.',
    too_late:
      'Someone else decided this first, or changed the record in the meantime. What was chosen or entered here was not applied, and is kept.',
  },
  entered: 'What was entered',
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  reason: 'Reason given',
  empty: '(empty)',
  yes: 'yes',
  no: 'no',
  noUnit: '(no unit)',
  notUsed: 'not used',
  species: ['Canine', 'Feline', 'Exotic'] as readonly string[],

  noForm: {
    others: (author: string) => `Only ${author} can open or send this again.`,
    deletion: 'This is a deletion: send it again, or discard it.',
    decision: 'This was a decision. If the question is still open, decide it on its own card.',
    several:
      'It changes several records at once, so no form can show it. Send it again, or copy what was entered.',
    again: 'Unchanged, it is refused again. Copy what was entered if you need it.',
    none: 'No form can show this. Send it again, or copy what was entered.',
    deleted: (button: string) =>
      `The record was deleted in the meantime. ${button} asks the server for it. It can then be restored with this edit.`,
    never: () =>
      'The record itself was not accepted either, and is waiting here too. Send that one again first, then this.',
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
  /** `author` is null where it was the person who reads this. */
  completeText: (author: string | null) =>
    author === null
      ? 'You recorded this, but it could not be accepted. Enter what is wrong or missing. Everything else stays as you entered it.'
      : `${author} recorded this, but it could not be accepted. Enter what is wrong or missing. Everything else stays as it was entered, and is saved under the name of ${author}, approved by you.`,
  /** Once the first of it is right. */
  completeFurther: 'What you entered is kept. This is wrong or missing too.',
  leftOut: 'This cannot stand. It will be left out.',
  /** Of what nobody types: what is recorded in its place. */
  becomes: (words: string) =>
    words === '' ? 'It will be recorded without entries.' : `It will be recorded as: ${words}`,
  codeOfSheet: 'It will be recorded in the code of its sheet.',
  codeOfItsOwn: 'It will be recorded as a code of its own.',
  mayBeBlank: 'Leave this empty if it is not known.',
  speciesNames: ['Canine', 'Feline', 'Exotic'],
  /** Of a row of a balance sheet. */
  noPatient: 'No patient',
  row: (number: number) => `Row ${number}`,
  answerYes: 'Yes',
  answerNo: 'No',
  notRecorded: 'Not recorded',
  /** For a draw whose anesthesia sheet is none. */
  noSheet: 'No sheet: a single draw',
  /** One that was saved with the draw. */
  sheetOf: (name: string) => (name === '' ? 'The sheet it was saved with' : `The sheet of ${name}`),
  moreThan: (most: number, all: number) => `${all} entries: the first ${most} stay`,
  holdsNothing: 'Nothing in it',
  completeLeaveTitle: 'Leave This Change?',
  completeLeave: 'Are you sure you want to leave? What you typed will be lost.',
  completeClose: 'CLOSE',
  completeSave: 'SAVE AND APPROVE',
  /** Beside a day that is typed anew. */
  dayAsTyped: 'YYYY-MM-DD',
  chooseOne: 'Please choose one.',
  keepMine: (author: string) => `Keep ${author}’s version`,
  /** Both were entered by the same person. */
  keepSetAside: 'Keep the version set aside',
  keepTheirs: 'Keep the current version',
  restore: 'Restore with the edit',
  remove: 'Delete anyway',
  keepRecord: 'Keep the record',
  keepDeleted: 'Leave it deleted',
  edit: 'EDIT',
  editAndRestore: 'EDIT AND RESTORE',
  openSheet: 'OPEN AS ANOTHER SHEET',
  sheetOpened: 'Your version is open as a separate sheet. The other one stays as it is.',
  wholeDeletion: 'This is about the whole record. Keep it, and edit it in its library if you need to.',
  withdraw: 'Discard my version',
  sectionHolders: 'Someone who may change drug sections decides.',
  base: 'Before',
  theirs: 'Current',
  /** Who to ask about what stands; of a deletion, about that. */
  standsBy: (name: string, moment: string, deleted: boolean) =>
    `${deleted ? 'Deleted' : 'The current version was entered'} by ${name}, ${moment}.`,
  mine: (author: string) => `Entered by ${author}`,
  chosenBy: (author: string) => `Chosen by ${author}`,
  missing: '(deleted)',
  notAccepted: '(not accepted)',
  notBack: '(not back yet)',
  none: '(none)',
  notInLibrary: '(not in the library)',
  notRead: '…',
  field: 'Field',
  wholeRecord: 'The whole record',
  differs: 'Differs:',
  differing: (count: number) =>
    count === 0 ? 'no line differs' : count === 1 ? '1 line differs' : `${count} lines differ`,
  showSame: (count: number) => `SHOW ${count} MORE THAT MATCH`,
  hideSame: 'HIDE WHAT MATCHES',
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
    kind: 'Kind',
    species: 'Species',
    outcome: 'Outcome',
    procedure: 'Procedure',
    anesthesia: 'Anesthesia protocol',
    explained: 'Reasons for doses',
    check: 'Double-check',
    emergency: 'Emergency protocol',
    injections: 'Injections',
    saved: 'Saved sheet',
    table: 'Rows',
    review: 'Review',
    paper: 'On paper',
    double_check: 'Check by a second person',
    weight_unit: 'Weight unit',
    dog_weights: 'Usual weights of dogs',
    cat_weights: 'Usual weights of cats',
    identity: 'Patient',
    plan: 'Plan',
    place: 'Day and place',
  } as Readonly<Record<string, string>>,

  discardTitle: 'Discard this change?',
  discardText: 'What was entered is deleted permanently. Copy it first if you may need it.',
  discardNamed: 'A balance sheet that is waiting here too names this draw.',
  copied: 'Copied.',
  notCopied: 'This browser did not allow copying.',
  retried: 'Sent again as a new change.',
  discarded: 'Discarded.',
  approved: (author: string | null) =>
    `Approved. It is recorded under ${author === null ? 'your name' : `the name of ${author}`}.`,
  approvedHere: 'Approved on this tablet. It is recorded once the server has your approval.',
  notApproved: (why: string) => `Not approved. The server did not accept it: ${why}`,
  /** Said for what was just decided, so that a slip of the finger is noticed. */
  decided: (title: string, what: string) => `${title}. ${what}.`,
  decidedFor: {
    theirs: 'The current version stays',
    mine: (author: string) => `${author}’s version is now the current one`,
    setAside: 'The version that was set aside is now the current one',
    restored: 'Restored with the edit',
    removed: 'Deleted',
    kept: 'Kept',
    keptDeleted: 'Stays deleted',
    withdrawn: 'Your version is discarded',
  },
  settledBy: (name: string, moment: string, choice: string) => `Decided by ${name}, ${moment}: ${choice}.`,
  doneByItself: 'What this was waiting for is back, and the change was made.',
  settledElsewhere: 'This is no longer waiting: it was decided on another tablet or in another tab.',
  chosen: 'Chosen',
  /** What was decided, by what it was about: other values, a deletion, or the edit of a deleted record. */
  choices: {
    values: {
      theirs: 'the current version was kept',
      mine: 'what was entered was used',
      edited: 'other values were entered',
      restore: 'it was restored with the edit',
      dismiss: 'it was discarded, sent again, or opened to be saved again',
    },
    deletion: { theirs: 'it was kept', mine: 'it was deleted' },
    deleted: { theirs: 'it was left deleted', mine: 'it was restored with the edit' },
  } as ChoiceWords,
  /** The same of a decision that was not taken. */
  wanted: {
    values: {
      theirs: 'to keep the current version',
      mine: 'to use what was entered',
      edited: 'to enter other values',
      restore: 'to restore it with the edit',
      dismiss: 'to discard it, send it again, or open it to be saved again',
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
      ? 'One change to what was open is waiting with it'
      : `${count} changes to what was open are waiting with it`,
  notReopened: 'This can no longer be opened as a form. Copy what was entered instead.',
  anesthesia: 'anesthesia protocol',
  explained: 'reasons for doses',
  emergency: 'emergency protocol',
} as const
