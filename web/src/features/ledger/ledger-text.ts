const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
const range = (from: number, to: number) =>
  from === to ? `entry ${from} is` : `entries ${from} to ${to} are`

/** 3, 5 to 9 */
function numberList(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = []
  for (const n of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else runs.push([n, n])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')
}

interface DrawWords {
  volume: string
  drug: string
  strength: string
  patient: string
  more: string
  day: string
}
interface BalanceWords {
  combined: boolean
  drug: string
  strength: string
  from: string
  to: string
  container: string
  pages: number
  closing?: string
  bottle?: string
}

interface RestoreWords {
  backup: string
  after: string
  lost: readonly string[] | null
}

export const ledgerText = {
  result: 'Verification',
  reading: (read: number, of: number) => `Loading and verifying: ${read} of ${of}`,
  begin: 'Loading the ledger',
  comparing: (done: number, of: number) => `Comparing with the records: ${done} of ${of}`,
  recordsAgree: (count: number) =>
    count === 1
      ? 'The one draw or balance sheet in it matches its record on the server.'
      : `All ${count} draws and balance sheets in it match their records on the server.`,
  notHere: (count: number) =>
    count === 1
      ? 'One draw or balance sheet is not on this tablet yet, so only the server’s record of it was compared.'
      : `${count} draws and balance sheets are not on this tablet yet, so only the server’s records of them were compared.`,
  notCompared: "The records were not compared: you need the permitted action 'personal records' for that.",
  notComparedBroken: 'The records were not compared: the ledger itself is broken.',
  differs: (count: number) =>
    count === 1 ? 'A record differs from the ledger' : `${count} records differ from the ledger`,
  onServer: (words: string) => `${words}.`,
  onTablet: (words: string) => `On this tablet: ${words}.`,
  moreDiffer: (count: number) => `And ${count === 1 ? 'one more' : `${count} more`}.`,
  chainIsWhole: (words: string) => `The ledger itself is intact: ${words}.`,
  more: 'More for the ledger',
  again: 'VERIFY AGAIN',
  retry: 'RETRY',
  whole: (count: number) => (count === 0 ? 'No entries yet' : `${entries(count)}, verified`),
  agrees: (title: string) => `${title}, records agree`,
  details: 'Details',
  nothing:
    'Every draw and balance sheet that the server accepts is recorded here, and nobody can change it afterwards.',
  fromTo: (from: string, to: string) => `From ${from} to ${to}.`,
  head: (n: number, hash: string) => `entry ${n} (${hash.replaceAll(/(.{4})(?=.)/g, '$1 ')}…)`,
  newestEntry: (head: string) => `Newest: ${head}.`,
  epoch: (index: number, from: number, to: number) =>
    `History ${index} of the server: ${from === to ? `entry ${from}` : `entries ${from} to ${to}`}.`,
  restoredThen: (at: string, backup: string, madeBefore: number) =>
    `It began ${at} with a restore from the backup of ${backup}. ${entries(madeBefore)} in it ${madeBefore === 1 ? 'was' : 'were'} made before the restore and arrived after it.`,
  notMarked:
    'No entry says that the server was restored there. An earlier version of the server restored it without one.',
  lost: (head: string) =>
    `This tablet saw ${head} in an earlier history of the server. It was lost when the server was restored from a backup. If nobody restored it, someone removed it.`,
  lostAndNamed: (head: string) =>
    `This tablet saw ${head} in an earlier history of the server. It was lost when the server was restored from a backup, and the restore entry says so.`,
  cameBack: (numbers: readonly number[]) =>
    `This tablet sent back what the restore had lost: ${numbers.length === 1 ? 'entry' : 'entries'} ${numberList(numbers)}.`,
  toComeBack: (count: number) =>
    `${count === 1 ? 'One change' : `${count} changes`} that the restore had lost ${count === 1 ? 'is' : 'are'} still to be sent from this tablet.`,
  compared: (heads: number) =>
    heads === 0
      ? 'This tablet has not seen the ledger before, so it has nothing to compare it with.'
      : `Compared with the ledger as this tablet saw it ${heads === 1 ? 'once' : `${heads} times`} before.`,
  broken: (n: number) => `Broken at entry ${n}`,
  missing: (n: number, found: number) =>
    `${found - n > 1 ? `Entries ${n} to ${found - 1} are` : `Entry ${n} is`} missing: someone deleted ${found - n > 1 ? 'them' : 'it'}. After entry ${n - 1} comes entry ${found}.`,
  outOfPlace: (n: number, found: number) => `Entry ${found} is where entry ${n} should be.`,
  changed: 'It was changed after it was written: it no longer matches its own hash.',
  noEntry: 'It was not written by this app: it does not have the form of a ledger entry.',
  rewritten: (n: number) =>
    `It was changed, and its hash was recalculated to match. Entry ${n + 1} still names the one that was there before.`,
  link: (n: number) => `It does not continue entry ${n - 1}: one of the two was rewritten.`,
  remembered: (head: string) =>
    `A different entry was seen there: ${head}. It, or one before it, was rewritten with everything after it.`,
  cut: (n: number, last: number, head: string) =>
    `The end was cut off: ${range(n, last)} gone. Seen before: ${head}.`,
  otherHead: (head: string) => `The server itself names a different last entry: ${head}.`,
  stands: (n: number, at: string, who: string, what: string) =>
    `Entry ${n} as it is now: ${at}, ${who}: ${what}`,
  whatToDo:
    'Nothing in this app can do that: someone changed the database itself. Export the ledger, keep the printed balance sheets, and tell whoever is responsible.',
  unmarked:
    'A new history of the server begins there, but no entry says that the server was restored. That entry was removed, or everything from there on was rewritten.',
  wrongRestore: (n: number, head: string | undefined) =>
    head === undefined
      ? `Entry ${n} says that the server was restored, but is wrong about what was there before.`
      : `Entry ${n} says that the server was restored and where its ledger had ended. That does not match what was seen of it: ${head}. It was cut or changed before the restore.`,
  brokenHere: 'Broken here',
  offline: 'The ledger is on the server',
  offlineText: 'This tablet cannot reach the server now, so the ledger cannot be read or verified.',
  failed: 'Could not load the ledger',
  failedText: 'Nothing in it is lost. Please try again.',
  last: (at: string, by: string) => `Last verified on this tablet ${at}, by ${by}`,
  neverVerified: 'The ledger has not been verified on this tablet yet.',
  newest: (head: string) => `Newest entry this tablet saw: ${head}.`,
  alarm: 'The server’s ledger is not the one this tablet saw before',
  alarmText: (seen: string, seenAt: string, told: string, toldAt: string) =>
    `This tablet saw ${seenAt}: ${seen}. The server said ${toldAt}: ${told}. Entries may have been removed or changed. Verifying compares the ledger with everything this tablet saw.`,
  alarmNothing: 'no entries',
  alarmOpen: 'OPEN THE LEDGER',
  alarmTell: 'Tell whoever is responsible for controlled substances.',
  alarmDone: 'I HAVE CHECKED THIS',
  alarmNotDone: 'Could not save this. Please try again.',
  compare: 'COMPARE WITH PAPER',
  compareTitle: 'Compare With a Printed Sheet',
  compareText:
    'Each printed balance sheet says at the bottom how many entries the ledger had, and the hash of the last one.',
  number: 'Number of entries',
  hash: 'Hash of the last one (the first digits are enough)',
  compareDo: 'COMPARE',
  wrongNumber: 'Please enter the number of entries.',
  wrongHash: (digits: number) => `Please enter at least ${digits} digits of the hash: 0 to 9 and a to f.`,
  printedThere: (n: number) => `Entry ${n} is in the ledger as it was printed.`,
  printedOther: (n: number) =>
    `Entry ${n} is not the one that was printed: it, or one before it, was changed. Check the digits. If they are right, the ledger was altered, unless the server has been restored from a backup since.`,
  printedCut: (last: number, n: number) =>
    `The ledger ends at entry ${last}: ${range(last + 1, n)} gone, unless the server has been restored from a backup since the sheet was printed.`,
  printedMissing: (n: number) => `Entry ${n} is missing from the ledger.`,
  export: 'EXPORT',
  exported: (name: string) => `Downloaded ${name}`,
  exportFailed: 'Could not make the file. Please try again.',
  fileName: (day: string) => `Controlled substance ledger ${day}.jsonl`,
  search: 'Search the ledger',
  list: 'Entries of the ledger',
  shown: (count: number) => `${entries(count)}, newest first`,
  nothingFound: 'Nothing found',
  nothingFoundText: 'No entry contains all these words.',
  clear: 'SHOW ALL',
  unknownUser: (id: string) => `User ${id.slice(0, 8)}`,
  noUser: '?',
  sentBy: (author: string, sender: string) => `${author}, sent by ${sender}`,
  unreadable: (raw: string) => `Cannot be read: ${raw.slice(0, 120)}`,
  draw: ({ volume, drug, strength, patient, more, day }: DrawWords) =>
    `${volume} ml of ${drug} ${strength} mg/ml drawn for ${patient}${more === '' ? '' : ` (${more})`}, ${day}`,
  patientId: (id: string) => `ID ${id}`,
  balance: ({ combined, drug, strength, from, to, container, pages, closing, bottle }: BalanceWords) =>
    `${combined ? 'Combined balance sheet' : 'Balance sheet'} of ${drug} ${strength} mg/ml, ${from === to ? from : `${from} to ${to}`}, container ${container} ml, ${pages === 1 ? '1 page' : `${pages} pages`}` +
    (closing === undefined
      ? ''
      : `, closing balance ${closing} ml${bottle ? `, bottle ${bottle} in use` : ''}`),
  strength: (strength: string) => `${strength} mg/ml`,
  balanceFacts: ({
    combined,
    from,
    to,
    container,
    pages,
    closing,
    bottle,
  }: Omit<BalanceWords, 'drug' | 'strength'>) => [
    combined ? 'Combined balance sheet' : 'Balance sheet',
    from === to ? from : `${from} to ${to}`,
    `container ${container} ml`,
    pages === 1 ? '1 page' : `${pages} pages`,
    ...(closing === undefined ? [] : [`closing balance ${closing} ml`]),
    ...(bottle ? [`bottle ${bottle} in use`] : []),
  ],
  voided: (what: string, reason: string) =>
    `Voided: ${what}. Reason: ${reason === '' ? 'none given' : reason}`,
  something: (collection: string) => `a record (${collection})`,
  other: (op: string, collection: string) => `${op} (${collection})`,
  operator: 'Operator of the server',
  restored: ({ backup, after, lost }: RestoreWords) =>
    `The server was restored from the backup of ${backup}; the ledger continues after entry ${after}. ` +
    (lost === null
      ? 'How far it had reached before is not known.'
      : lost.length === 0
        ? 'None of it was lost.'
        : `It had reached entry ${lost.join(', ')}. What was not in the backup is gone until tablets send it back.`),
} as const
