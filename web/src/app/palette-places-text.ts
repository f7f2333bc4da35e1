import type { screens } from './shell-text.ts'

/** The app's own places in the palette, and what else they are looked for by, in lower case. */
export const placesText = {
  keys: 'List of keys',
  keysToo: 'keyboard shortcuts',
  themes: { light: 'Appearance: light', dark: 'Appearance: dark', system: 'Appearance: system' },
  themesToo: 'theme mode colors',
  logOut: 'Log out',
  logOutToo: 'sign out',
  also: {
    home: 'today',
    organization: 'users people',
    clinicSettings: 'time zone',
    newSheet: 'create',
    day: 'patients today',
    ready: 'check offline without a network',
    calculator: 'calculator cri drip rate',
    emergencyNow: 'cpr code doses',
    patients: 'patients',
    controlledSubstances: 'balance sheets records',
    newBalanceSheet: 'create',
    account: 'password sessions log out elsewhere',
    device: 'device storage diagnosis',
    devices: 'devices',
    actionLog: 'history',
    ledger: 'verify',
  } as Readonly<Partial<Record<keyof typeof screens, string>>>,
} as const
