import type { screens } from './shell-text.ts'

/** The app's own places in the palette, and what else they are looked for by, in lower case. */
export const placesText = {
  keys: 'List of keys',
  keysToo: 'keyboard shortcuts',
  themes: { light: 'Appearance: light', dark: 'Appearance: dark', system: 'Appearance: system' },
  themesToo: 'theme mode colors',
  tallMan: { on: 'Tall-man letters: on', off: 'Tall-man letters: off' },
  tallManToo: 'drug names capitals appearance',
  switchUser: 'Switch user',
  switchTo: (name: string) => `Switch to ${name}`,
  switchToo: 'switch user sign in log in change person',
  logOut: 'Log out',
  logOutToo: 'sign out',
  helpToo: 'help how topic',
  also: {
    home: 'today',
    organization: 'users people export all data zip',
    clinicSettings: 'time zone',
    day: 'patients today paste import weigh scale plan labels print',
    ready: 'check offline without a network',
    calculator: 'calculator cri drip rate',
    patients: 'patients print pdf docx export',
    drugs: 'csv import export price list',
    controlledSubstances: 'balance sheets records pdf combine blank count',
    account: 'password sessions log out elsewhere',
    device: 'device storage diagnosis',
    devices: 'devices',
    actionLog: 'history export csv',
    ledger: 'verify export',
  } as Readonly<Partial<Record<keyof typeof screens, string>>>,
} as const
