const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

/** The mark's few words. */
export const markText = {
  reading: 'Checking',
  update: 'Update needed',
  attention: (count: number) => (count === 1 ? '1 needs attention' : `${count} need attention`),
  also: (words: string, more: string) => `${words}, ${more.charAt(0).toLowerCase()}${more.slice(1)}`,
  signIn: 'Log in again',
  notSent: (count: number) => `${count} not sent`,
  behind: 'Not up to date',
  offline: (count: number) => (count === 0 ? 'Offline' : `Offline, ${count} to send`),
  loading: 'Loading',
  notLoading: 'Not loading',
  returning: 'Restoring',
  toConfirm: (count: number) => `${count} to confirm`,
  allSent: 'All sent',
  toSend: (count: number) => `${count} to send`,
} as const

/** Why it is stuck, and what to do. */
export const stuckText = {
  tooOld:
    'The server no longer accepts this version of the app. Reload the app to update it. Nothing is lost.',
  cannotStore: (status: number) =>
    `The server answers, but cannot store anything (${status}). Tell whoever runs it.`,
  tooLarge:
    'Something between this tablet and the server blocks large requests. Tell whoever runs the network.',
  refuses: (status: number) =>
    `The server answers, but does not accept what this tablet sends (${status}). Save a diagnosis file under “This tablet” and send it to whoever runs the server.`,
  person: 'It cannot be sent without the person who made it.',
  shutOut: 'It cannot be sent until someone decides what to do with it.',
  unknown: 'The server answers, but does not accept it. Tell whoever runs the server.',
} as const

/** The lines of the panel. */
export const lineText = {
  reading: 'Checking this tablet.',
  person: (name: string, count: number, since: string | null) =>
    `${name}: ${changes(count)} not sent${since === null ? '' : `, since ${since}`}.`,
  shutOut:
    'It is sent when they next log in on this tablet. Or someone who may change records created by others can log in here and send or discard it in Needs Attention.',
  removed:
    'This person can no longer log in. Someone who may change records created by others can log in on this tablet and send or discard it in Needs Attention.',
  waits: 'It is sent when they next log in.',
  allSent: 'Everything on this tablet has been sent.',
  returning:
    'The server was restored from a backup. This tablet sends back what the server lost, as soon as someone is logged in and the server answers.',
  markedStill: (count: number) =>
    count === 1
      ? '1 change stays marked “Not sent yet” until this tablet has read it back from the server.'
      : `${count} changes stay marked “Not sent yet” until this tablet has read them back from the server.`,
  unsent: (count: number, since: string | null) => {
    const [are, stay, them] = count === 1 ? ['is', 'It stays', 'it'] : ['are', 'They stay', 'them']
    const oldest = since === null ? '' : `, the oldest since ${since}`
    return `${changes(count)} ${are} not sent yet${oldest}. ${stay} on this tablet until the server has ${them}.`
  },
  notTaken: (status: number) =>
    `The server answers, but is not accepting changes right now (${status}). This tablet keeps trying.`,
  neverRead:
    'The server answers, but this tablet has not loaded anything from it yet. Changes by others are missing here.',
  readNothing: (since: string) =>
    `The server answers, but this tablet has loaded nothing from it since ${since}. Changes by others are missing here.`,
  tellServer: (status: number) => `Tell whoever runs the server (${status}).`,
  loadAgain:
    'Reload the app. If that does not help, save a diagnosis file under “This tablet” and send it to whoever runs the server.',
  lastHeard: (moment: string) => `Last heard from the server ${moment}.`,
  answers: 'The server answers.',
  neverHeard: 'This tablet has not heard from the server yet.',
  outOfReach: 'It cannot be reached now. You can keep working.',
  signIn:
    'You logged in while the server could not be reached. It answers again. Log out and log in to load what is new.',
  update:
    'The server no longer sends anything new to this version of the app. Reload the app to update it. Nothing is lost.',
  attention: (count: number) =>
    count === 1
      ? '1 change is waiting for a decision in Needs Attention.'
      : `${count} changes are waiting for a decision in Needs Attention.`,
  discrepancies: (count: number) =>
    `Sheets saved twice, or balance sheets that do not agree: ${count} not checked yet.`,
  ledger:
    'The controlled substance ledger on the server is not the one this tablet saw before. Entries may have been removed or changed. Tell whoever is responsible for controlled substances.',
  notLoading: (status: number) =>
    `The server answers, but is not sending them (${status}). Tell whoever runs the server. This tablet keeps trying.`,
  loading: (count: number) =>
    `Loading the clinic’s records, ${count} so far. Until all are here, saved sheets, draws and balance sheets are not complete.`,
  differences: (count: number) =>
    `${count === 1 ? 'Once' : `${count} times`}, records on this tablet did not match the server and were loaded again. Tell whoever runs the server.`,
  almostFull: 'This tablet’s storage is almost full.',
  unprotected:
    'Storage is not protected: the browser may delete records when space runs out. Adding the app to the home screen protects it.',
} as const
