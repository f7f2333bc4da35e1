import type { InstallWay } from '../../data/tablet/install-way.ts'

export const deviceText = {
  sync: 'Sent and received',
  unsent: 'Not sent yet',
  unsentBy: (author: string, moment: string) => `${author}, ${moment}`,
  unsentMore: (count: number) => `and ${count} more`,
  sendNow: 'SEND NOW',
  sending: 'SENDING',
  sent: 'Sent.',
  nothingToSend: 'Everything was sent already.',
  notReached:
    'The server was not reached. What is not sent is kept on this tablet, and goes by itself once the server answers.',
  stillWaits: (count: number) =>
    count === 1
      ? '1 change still waits. It is kept on this tablet; what it waits for is said above.'
      : `${count} changes still wait. They are kept on this tablet; what they wait for is said above.`,
  about: 'This tablet',
  name: 'Name of this tablet',
  nameHint: 'Shown in the list of tablets.',
  saveName: 'SAVE NAME',
  nameSaved: 'The name is saved.',
  nameSavedOffline: 'The name is saved here, and told at the next contact with the server.',
  nameFailed: 'The name could not be saved. Please try again.',
  nameTooLong: (most: number) => `A name has at most ${most} characters.`,
  version: 'Version',
  platform: 'Browser',
  id: 'Number',
  lastPull: 'Last heard from the server',
  never: 'Never',
  clock: 'Clock',
  clockRight: 'As the server’s',
  clockOff: (minutes: number, ahead: boolean) =>
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${ahead ? 'ahead of' : 'behind'} the server’s. Times are corrected; please set the clock.`,
  storage: 'Storage',
  megabytes: (number: string) => `${number} MB`,
  gigabytes: (number: string) => `${number} GB`,
  used: (used: string, of: string) => `${used} used of ${of}`,
  usedUnknown: 'The browser does not tell.',
  protected: 'Protected: the browser does not delete it.',
  unprotected: 'Not protected: the browser may delete records when space runs out.',
  protect: 'PROTECT STORAGE',
  nowProtected: 'The storage is protected.',
  notProtected:
    'This tablet did not allow it. Add the app to the home screen, then ask again: that usually helps.',
  install: 'Home screen',
  installed: 'This is the installed app.',
  notInstalled: 'It runs in a browser window.',
  /** The short way; the whole one is in the help. */
  installBy: {
    done: '',
    ask: 'Press your name, or the person at the top, then “Install the app”.',
    'share-ipad': 'Press Share, then “Add to Home Screen”.',
    'share-iphone': 'Press Share, then “Add to Home Screen”.',
    'menu-android': 'Open the browser’s menu and choose “Install app” or “Add to Home screen”.',
    'menu-samsung': 'Open the browser’s menu and choose “Add page to”, then “Home screen”.',
    'menu-firefox-android': 'Open the browser’s menu and choose “Add app to Home screen” or “Install”.',
    'address-bar':
      'Press the install button at the right end of the address bar, or choose “Install” in the browser’s menu.',
    'dock-mac': 'Open the File menu and choose “Add to Dock”.',
    none: 'This browser does not install apps. Chrome, Edge and Safari do.',
  } satisfies Record<InstallWay, string>,
  diagnosis: 'Diagnosis file',
  diagnosisText:
    'For whoever helps you: versions, numbers, sizes and failures. No names, no entries, no passwords.',
  saveDiagnosis: 'SAVE A DIAGNOSIS FILE',
  savedDiagnosis: 'The diagnosis file is in the downloads.',
  diagnosisFailed: 'The file could not be made.',
  diagnosisFile: 'tablet diagnosis',
} as const
