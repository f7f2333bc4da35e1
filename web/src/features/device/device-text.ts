import type { InstallWay } from '../../data/device/install-way.ts'

export const deviceText = {
  sync: 'Sent and received',
  unsent: 'Not sent yet',
  unsentBy: (author: string, moment: string) => `${author}, ${moment}`,
  unsentMore: (count: number) => `and ${count} more`,
  sendNow: 'SEND NOW',
  sending: 'SENDING',
  sent: 'Sent.',
  nothingToSend: 'Everything has already been sent.',
  notReached:
    'Could not reach the server. Unsent changes stay on this tablet and are sent automatically once the server answers.',
  stillWaits: (count: number) =>
    count === 1
      ? '1 change is still waiting. It is kept on this tablet. The reason is shown above.'
      : `${count} changes are still waiting. They are kept on this tablet. The reason is shown above.`,
  about: 'This tablet',
  name: 'Name of this tablet',
  nameHint: 'Shown in the list of tablets.',
  saveName: 'SAVE NAME',
  nameSaved: 'Name saved.',
  nameSavedOffline: 'The name is saved here, and sent at the next contact with the server.',
  nameFailed: 'Could not save the name. Please try again.',
  nameTooLong: (most: number) => `A name can have at most ${most} characters.`,
  version: 'Version',
  platform: 'Browser',
  id: 'ID',
  clock: 'Clock',
  clockRight: 'Matches the server’s',
  clockOff: (minutes: number, ahead: boolean) =>
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${ahead ? 'ahead of' : 'behind'} the server’s. Times are corrected; please set the clock.`,
  storage: 'Storage',
  used: (used: string, of: string) => `${used} used of ${of}`,
  usedUnknown: 'The browser does not say.',
  protected: 'Protected: the browser will not delete it.',
  unprotected: 'Not protected.',
  protect: 'PROTECT STORAGE',
  nowProtected: 'Storage is protected.',
  notProtected:
    'This tablet did not allow it. Add the app to the home screen, then try again. That usually helps.',
  install: 'Home screen',
  installed: 'This is the installed app.',
  notInstalled: 'It is running in a browser window.',
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
    none: 'This browser cannot install apps. Chrome, Edge and Safari can.',
  } satisfies Record<InstallWay, string>,
  diagnosis: 'Diagnosis file',
  diagnosisText:
    'For whoever helps you: versions, numbers, sizes and errors. No names, no entries, no passwords.',
  saveDiagnosis: 'SAVE A DIAGNOSIS FILE',
  savedDiagnosis: 'Downloaded the diagnosis file',
  diagnosisFailed: 'Could not make the file.',
  diagnosisFile: 'tablet diagnosis',
} as const
