import {
  DEFAULT_TITLE,
  documentTitle,
  drugsDocument,
  injectionsDocument,
  newSheetDocument,
  screens,
  speciesName,
} from './shell-text.ts'
import type { Access } from './where-to.ts'

export interface RouteEntry {
  name: keyof typeof screens
  pattern: string
  access: Access
  /** The screen's title in the navigation bar. */
  screen: string | ((species: string) => string)
  /** True where the document's title names the screen; the others keep the default one. */
  titled: boolean
  /** The document's name for the screen where it differs from `screen`. */
  document?: string | ((species: string) => string)
}

const needs = (any: readonly number[], confirmed = false): Access => ({ any, confirmed })
const records = needs([1])
const anyone = needs([0, 1, 2, 3])

type More = Partial<Pick<RouteEntry, 'titled' | 'document'>>
const route = (name: RouteEntry['name'], pattern: string, access: Access, more: More = {}): RouteEntry => ({
  name,
  pattern,
  access,
  screen: screens[name],
  titled: true,
  ...more,
})

/** The route table of `spec 1 §2`, with the screens that the product adds. */
export const ROUTES: readonly RouteEntry[] = [
  route('home', '/', needs([1], true), { titled: false }),
  route('organization', '/organization', needs([0], true), { titled: false }),
  route('clinicSettings', '/clinic-settings', needs([0])),
  route('newSheet', '/new-sheet', needs([1], true), { document: newSheetDocument }),
  route('day', '/day', records),
  route('ready', '/ready', records),
  route('emergencyNow', '/emergency-now', records),
  route('calculator', '/calculator', records),
  route('drugs', '/drugs/:species', records, { document: drugsDocument }),
  route('anesthesia', '/anesthesia/:species', records),
  route('emergency', '/emergency/:species', records),
  route('injections', '/injections/:species', records, { document: injectionsDocument }),
  route('procedures', '/procedures/:species', records),
  route('singleDraws', '/single-draws/:species', records),
  route('patients', '/patients/:species', records),
  route('controlledSubstances', '/controlled-substances', records),
  route('newBalanceSheet', '/controlled-substances/new', records),
  route('login', '/login', 'guest'),
  route('forgotPassword', '/forgot-password', 'guest'),
  route('resetPassword', '/reset-password/:id', 'guest', { titled: false }),
  route('setup', '/setup', 'guest'),
  route('needsAttention', '/needs-attention', records),
  route('account', '/account', anyone),
  route('device', '/device', anyone),
  route('devices', '/devices', needs([0])),
  route('actionLog', '/action-log', needs([0])),
  route('ledger', '/ledger', needs([0, 2])),
  route('guide', '/help/guide', anyone),
  route('help', '/help/:topic?', anyone),
  route('error', '/error', 'everyone', { titled: false }),
]

export const NOT_FOUND: RouteEntry = route('notFound', '*', 'everyone', { titled: false })

const capitalised = (species: string | undefined) =>
  species === 'canine' || species === 'feline' ? speciesName[species] : ''

const said = (words: RouteEntry['screen'], species: string | undefined) =>
  typeof words === 'string' ? words : words(capitalised(species)).trim()

/** The screen's title as the navigation bar and the next screen's 'Return to' say it. */
export const screenTitle = (entry: RouteEntry, species?: string) => said(entry.screen, species)

/** What a screen is called among all others: of a species' screens, each by its own name. */
export const placeTitle = (entry: RouteEntry, species?: string) =>
  said(species === undefined ? entry.screen : (entry.document ?? entry.screen), species)

/** The document's title while this screen is open. */
export const titleOf = (entry: RouteEntry, species?: string) =>
  entry.titled ? documentTitle(said(entry.document ?? entry.screen, species)) : DEFAULT_TITLE
