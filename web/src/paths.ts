export type Species = 0 | 1

export const SPECIES_WORDS = ['canine', 'feline'] as const
export type SpeciesWord = (typeof SPECIES_WORDS)[number]

/** The code of a path's {species}: exactly `canine` (0) or `feline` (1), else null (`spec 1 §2`). */
export function speciesOfPath(word: string | undefined): Species | null {
  if (word === 'canine') return 0
  return word === 'feline' ? 1 : null
}

export const speciesWord = (species: Species): SpeciesWord => SPECIES_WORDS[species]

const ofSpecies = (screen: string) => (species: Species) => `/${screen}/${speciesWord(species)}`

/** The balance sheet that a navigation to a new one begins. The state of that navigation. */
export interface BalanceStart {
  drug_name: string
  drug_concentration: number
}

/** What a navigation to a new balance sheet begins it with; undefined for nothing. */
export function balanceStartIn(state: unknown): BalanceStart | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  if (!('drug_name' in state) || typeof state.drug_name !== 'string') return undefined
  if (!('drug_concentration' in state) || typeof state.drug_concentration !== 'number') return undefined
  return { drug_name: state.drug_name, drug_concentration: state.drug_concentration }
}

/** Every address of the app. */
export const paths = {
  home: '/',
  organization: '/organization',
  clinicSettings: '/clinic-settings',
  newSheet: '/new-sheet',
  day: '/day',
  /** YYYY-MM-DD. */
  dayList: (day: string) => `/day?day=${day}`,
  ready: '/ready',
  emergencyNow: '/emergency-now',
  calculator: '/calculator',
  drugs: ofSpecies('drugs'),
  anesthesia: ofSpecies('anesthesia'),
  emergency: ofSpecies('emergency'),
  injections: ofSpecies('injections'),
  procedures: ofSpecies('procedures'),
  singleDraws: ofSpecies('single-draws'),
  patients: ofSpecies('patients'),
  controlledSubstances: '/controlled-substances',
  newBalanceSheet: '/controlled-substances/new',
  /** The open table of a draft; a new one without. */
  balanceTable: (draftId: string | null) =>
    draftId === null
      ? '/controlled-substances/new'
      : `/controlled-substances/new?table=${encodeURIComponent(draftId)}`,
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: (id: string) => `/reset-password/${encodeURIComponent(id)}`,
  setup: '/setup',
  needsAttention: '/needs-attention',
  account: '/account',
  device: '/device',
  devices: '/devices',
  actionLog: '/action-log',
  ledger: '/ledger',
  help: '/help',
  helpTopic: (topic: string) => `/help/${topic}`,
  guide: '/help/guide',
  error: '/error',
} as const

/**
 * What a sheet begins with: a patient of the day's list, a copy of a saved sheet, or only the species. The state of a navigation
 * to it.
 */
export type SheetStart = { day_row: string } | { copied_from: string } | { species: Species }

export const forRow = (rowId: string): SheetStart => ({ day_row: rowId })
export const copyOf = (sheetId: string): SheetStart => ({ copied_from: sheetId })
export const forSpecies = (species: Species): SheetStart => ({ species })

/** What a navigation asks for; undefined for nothing. */
export function startIn(state: unknown): SheetStart | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  if ('day_row' in state && typeof state.day_row === 'string') return forRow(state.day_row)
  if ('copied_from' in state && typeof state.copied_from === 'string') return copyOf(state.copied_from)
  if ('species' in state && (state.species === 0 || state.species === 1)) return forSpecies(state.species)
  return undefined
}

/** Nobody is asked anything on the way to these, and nothing is lost by it: what is open is stored, and set down. */
export const setsDown = (pathname: string | undefined): boolean =>
  pathname === paths.emergencyNow || pathname === paths.calculator
