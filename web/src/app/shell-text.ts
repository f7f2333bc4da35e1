/** The words of the shell: titles, navigation bar, banners and the pages that belong to no feature. */
export const DEFAULT_TITLE = 'Veterinary Anesthesia Protocols'
export const documentTitle = (screen: string) => `${screen} | Veterinary Anesthesia`

/** A document's name for a screen where it is another than the screen's title. */
export const newSheetDocument = 'New Sheet'
export const drugsDocument = (species: string) => `${species} Drugs`
export const injectionsDocument = (species: string) => `${species} Injections`

export const speciesName = { canine: 'Canine', feline: 'Feline' } as const

export const screens = {
  home: 'Home',
  organization: 'Organization Management',
  clinicSettings: 'Clinic Settings',
  newSheet: 'New Anesthesia Sheet',
  day: 'Day List',
  ready: 'Ready',
  emergencyNow: 'Emergency',
  calculator: 'Infusions and Fluids',
  drugs: 'Drugs',
  anesthesia: (species: string) => `${species} Anesthesia Protocols`,
  emergency: (species: string) => `${species} Emergency Protocols`,
  injections: (species: string) => `Miscellaneous ${species} Injections`,
  procedures: (species: string) => `${species} Procedures`,
  singleDraws: (species: string) => `${species} Single Draws`,
  patients: (species: string) => `Saved ${species} Sheets`,
  controlledSubstances: 'Controlled Substances',
  newBalanceSheet: 'New Controlled Substance Balance Sheet',
  login: 'Log In',
  forgotPassword: 'Forgot Password',
  resetPassword: 'Reset Password',
  setup: 'Set Up',
  needsAttention: 'Needs Attention',
  account: 'Your Account',
  device: 'This Tablet',
  devices: 'Tablets',
  actionLog: 'Action Log',
  ledger: 'Controlled Substance Ledger',
  help: 'Help',
  guide: 'Guide',
  error: 'No Access',
  notFound: 'Page Not Found',
} as const

export const bar = {
  navigation: 'Navigation bar',
  skip: 'Skip to the page',
  logo: 'Veterinary Anesthesia, home',
  emergency: 'EMERGENCY',
  returnTo: (screen: string) => `Return to ${screen}`,
  user: (name: string) => `Signed in as ${name}`,
  userPanel: 'You',
  logOut: 'LOG OUT',
  account: 'Your account',
  device: 'This tablet',
  devices: 'All tablets',
  actionLog: 'Action log',
  switchUser: 'Switch user',
  someoneElse: 'Someone else',
  ledger: 'Controlled substance ledger',
  help: 'Help',
  install: 'Install the app',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  tallMan: 'Tall-man letters, as in HYDROmorphone',
  tallManChoices: { on: 'On', off: 'Off' },
} as const

export const palette = { search: 'Search', searchFor: 'Search patients, drugs, screens' } as const

export const sync = {
  button: (state: string) => `Sync: ${state}`,
  panel: 'Sync status',
  attention: 'Open Needs Attention',
  ledger: 'Open the ledger',
  device: 'More about this tablet',
  protect: 'How to protect stored records',
} as const

export const logOut = {
  title: 'Logging Out - Are you sure you want to log out?',
  busy: 'LOGGING OUT',
  unsent: (count: number) =>
    count === 1
      ? 'One change is not sent yet. It stays on this tablet and will be sent.'
      : `${count} changes are not sent yet. They stay on this tablet and will be sent.`,
  held: (count: number) =>
    count === 1
      ? 'One change could not be sent. It stays on this tablet.'
      : `${count} changes could not be sent. They stay on this tablet.`,
  visitor:
    'The server cannot be reached. If you log out now, you cannot open the demonstration again until it answers.',
  failed: 'Could not log out. Please try again.',
} as const

export const leaving = { title: 'Leave This Page?' } as const

export const demonstration = {
  title: 'Demonstration, not for patient care',
  reset: 'Reset each night',
  setUp: ['Set up', ' your clinic'],
  leaveTitle: 'Set up your clinic?',
  leaveText: 'You will be logged out of the demonstration.',
} as const

export const insecure = {
  title: 'This address is not secure, so the app cannot run here.',
  why: (host: string) =>
    `You opened the page over plain http as “${host}”. Browsers do not let such a page keep records safe or work without a network.`,
  steps: [
    'On the computer that runs the server, open http://localhost and the port instead.',
    'On a tablet, use the address that starts with https. The person who runs the server knows it.',
    'If you run the server and there is no such address yet, start it with TLS=auto. It prints the address at which tablets learn to trust it.',
  ],
} as const

export const errorPage = {
  text: "You don't have access to this page.",
  ask: 'If you need it, ask whoever manages your organization.',
} as const
export const notFoundPage = {
  text: 'There is nothing at this address.',
  button: 'RETURN HOME',
} as const

export const crashed = {
  title: 'This screen stopped working.',
  text: 'What you saved is safe on this tablet. Reload the page to continue.',
  reload: 'RELOAD',
} as const

export const opening = 'Opening'
