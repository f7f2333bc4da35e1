const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** The mark's few words. */
export const markText = {
  reading: 'Reading',
  update: 'Update needed',
  attention: (count: number, offline: boolean) =>
    `${count === 1 ? '1 needs attention' : `${count} need attention`}${offline ? ', offline' : ''}`,
  signIn: 'Log in again',
  notSent: (count: number) => `${count} not sent`,
  behind: 'Not up to date',
  offline: (count: number) => (count === 0 ? 'Offline' : `Offline, ${count} to send`),
  loading: 'Loading',
  notLoading: 'Not loading',
  returning: 'Bringing back',
  toConfirm: (count: number) => `${count} to confirm`,
  allSent: 'All sent',
  toSend: (count: number) => `${count} to send`,
} as const

/** Why it is stuck, and what to do. */
export const stuckText = {
  tooOld:
    'The server no longer takes this version of the app: load the app again to update it. Nothing is lost by that.',
  cannotStore: (status: number) =>
    `The server answers, but cannot store anything (${status}): tell whoever looks after it.`,
  tooLarge:
    'Something between this tablet and the server refuses what is sent as too large: tell whoever looks after the network.',
  refuses: (status: number) =>
    `The server answers, but does not take what this tablet sends (${status}): save a diagnosis file under “This tablet” and send it to whoever looks after the server.`,
  person: 'It cannot be sent without the person whose work it is.',
  shutOut: 'It cannot be sent until somebody decides over it.',
  unknown: 'The server answers, but does not take it: tell whoever looks after it.',
} as const

/** The lines of the panel. */
export const lineText = {
  reading: 'Reading this tablet.',
  person: (name: string, count: number, since: string | null) =>
    `${name}: ${changes(count)} not sent${since === null ? '' : `, since ${since}`}.`,
  shutOut:
    'It goes with their next login on this tablet. Or somebody who may change records created by others logs in here, and sends or discards it in Needs Attention.',
  removed:
    'Nobody can log in as this person any more. Somebody who may change records created by others logs in on this tablet, and sends or discards it in Needs Attention.',
  waits: 'It goes with their next login.',
  allSent: 'Everything on this tablet has been sent.',
  returning:
    'The server was restored from a backup: this tablet brings back what it lacks, as soon as somebody is logged in while it answers.',
  markedStill: (count: number) =>
    count === 1
      ? '1 change is marked “Not sent yet” until this tablet has read it back from the server.'
      : `${count} changes are marked “Not sent yet” until this tablet has read them back from the server.`,
  unsent: (count: number, since: string | null) => {
    const [are, they, them] = count === 1 ? ['is', 'It is', 'it'] : ['are', 'They are', 'them']
    const oldest = since === null ? '' : `, the oldest since ${since}`
    return `${changes(count)} ${are} not sent yet${oldest}. ${they} kept on this tablet until the server has ${them}.`
  },
  notTaken: (status: number) =>
    `The server answers, but does not take what is sent just now (${status}); this tablet tries again by itself.`,
  neverRead:
    'This tablet could not read from the server yet, although it answers: what others changed is missing here.',
  readNothing: (since: string) =>
    `This tablet has read nothing from the server since ${since}, although it answers: what others changed is missing here.`,
  tellServer: (status: number) => `Tell whoever looks after the server (${status}).`,
  loadAgain:
    'Load the app again. If that does not help, save a diagnosis file under “This tablet” and send it to whoever looks after the server.',
  lastHeard: (moment: string) => `Last heard from the server ${moment}.`,
  answers: 'The server answers.',
  neverHeard: 'This tablet has not heard from the server yet.',
  outOfReach: 'It is out of reach now; you can go on working.',
  signIn:
    'You logged in while the server was out of reach. It answers again: log out and log in, so that this tablet reads what is new.',
  update:
    'The server no longer gives this version of the app anything new: load the app again to update it. Nothing is lost by that.',
  attention: (count: number) =>
    count === 1
      ? '1 change waits for a person in Needs Attention.'
      : `${count} changes wait for a person in Needs Attention.`,
  pointed: (count: number) =>
    `Sheets that were saved twice, or balance sheets that do not agree: ${count === 1 ? '1 matter' : `${count} matters`} that nobody has looked at yet.`,
  ledger:
    'The controlled substance ledger on the server is not the one that this tablet saw before: entries may have been removed or changed. Tell whoever is responsible for controlled substances.',
  notLoading: (status: number) =>
    `The server answers, but does not give them (${status}): tell whoever looks after it. The tablet goes on asking.`,
  loading: (count: number) =>
    `The records of the clinic are on their way to this tablet, ${count} so far. Until all are here, saved sheets, draws and balance sheets are not complete.`,
  differences: (count: number) =>
    `${count === 1 ? 'Once' : `${count} times`} records on this tablet were not those of the server, and were loaded anew. Tell whoever looks after it.`,
  almostFull: 'The storage of this tablet is almost full.',
  unprotected:
    'The storage is not protected: this browser may delete records when space runs out. Adding the app to the home screen protects it.',
} as const
