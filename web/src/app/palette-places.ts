import type { Profile } from 'sync-protocol/wire/accounts'
import type { NamedPerson } from '../data/people/known-person.ts'
import { helpText, TOPICS } from '../features/help/help-text.ts'
import type { IconName, PaletteEntry } from '../features/palette/palette-entry.ts'
import { paths, SPECIES_WORDS } from '../paths.ts'
import type { DeskKey } from '../ui/desk-keys.ts'
import { readTallMan, setTallMan } from '../ui/tall-man-choice.ts'
import { readTheme, setTheme } from '../ui/theme.ts'
import { showOver } from './desk.ts'
import { BEGUN, paletteActs, signOf } from './palette-acts.ts'
import { placesText as text } from './palette-places-text.ts'
import { placeTitle, ROUTES, type RouteEntry } from './route-table.ts'
import { whereTo } from './where-to.ts'

const OF_SPECIES = '/:species'

const ICONS: Readonly<Partial<Record<RouteEntry['name'], IconName>>> = {
  home: 'home',
  organization: 'organization',
  clinicSettings: 'settings',
  day: 'day',
  ready: 'ready',
  calculator: 'calculator',
  drugs: 'pill',
  anesthesia: 'protocol',
  emergency: 'emergency',
  injections: 'syringe',
  procedures: 'protocol',
  singleDraws: 'syringe',
  patients: 'sheets',
  controlledSubstances: 'scale',
  account: 'account',
  device: 'device',
  devices: 'device',
  actionLog: 'log',
  ledger: 'ledger',
  guide: 'guide',
  help: 'help',
}

/** What a single key leads to. */
const KEYS: Readonly<Partial<Record<RouteEntry['name'], DeskKey>>> = {
  home: 'home',
  day: 'day',
  controlledSubstances: 'substances',
}

/** What people go to most stands first; all others follow in the order of the routes. */
const FIRST: readonly RouteEntry['name'][] = [
  'home',
  'day',
  'patients',
  'controlledSubstances',
  'drugs',
  'calculator',
]
const placeOf = ({ name }: RouteEntry) => {
  const place = FIRST.indexOf(name)
  return place === -1 ? FIRST.length : place
}

/** The addresses that a pattern stands for, without what is only reached by a link. */
function addresses({ pattern }: RouteEntry): { path: string; species?: string }[] {
  if (pattern.endsWith(OF_SPECIES))
    return SPECIES_WORDS.map((species) => ({ path: pattern.replace(':species', species), species }))
  return [{ path: pattern.replace(/\/:\w+\?$/, '') }]
}

const screensOf = (user: Profile, here: string): PaletteEntry[] =>
  ROUTES.filter(({ access }) => typeof access === 'object')
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap((entry) =>
      addresses(entry).flatMap(({ path, species }): PaletteEntry[] =>
        path !== here && !BEGUN.has(path) && whereTo({ access: entry.access, species }, { user }) === 'stay'
          ? [
              {
                key: `screen/${path}`,
                group: 'screens',
                name: placeTitle(entry, species),
                also: text.also[entry.name] ?? '',
                icon: ICONS[entry.name] ?? 'sheet',
                byBeginnings: true,
                ...signOf(KEYS[entry.name], user),
                choose: ({ go }) => go(path),
              },
            ]
          : [],
      ),
    )

/** What belongs to the person and to this tablet. The choice that stands is not offered. */
function settingsOf(user: Profile, people: readonly NamedPerson[]): PaletteEntry[] {
  const { _id } = user
  const setting = (
    key: string,
    icon: IconName,
    [name, also]: readonly [name: string, also: string],
    act: () => void,
    does?: DeskKey,
  ): PaletteEntry => ({
    key: `action/${key}`,
    group: 'settings',
    name,
    also,
    icon,
    byBeginnings: true,
    ...signOf(does, user),
    choose: act,
  })
  const themes = (['light', 'dark', 'system'] as const).filter((theme) => theme !== readTheme(_id))
  const tallMan = readTallMan(_id) === 'on' ? 'off' : 'on'
  return [
    ...people.map((person) =>
      setting(`switch/${person.user_id}`, 'person', [text.switchTo(person.name), text.switchToo], () =>
        showOver({ what: 'switch user', first: person }),
      ),
    ),
    setting('switch', 'person', [text.switchUser, text.switchToo], () =>
      showOver({ what: 'switch user', first: null }),
    ),
    setting('log out', 'logOut', [text.logOut, text.logOutToo], () => showOver({ what: 'log out' })),
    ...themes.map((theme) =>
      setting(theme, 'appearance', [text.themes[theme], text.themesToo], () => setTheme(theme, _id)),
    ),
    setting('tall-man', 'appearance', [text.tallMan[tallMan], text.tallManToo], () =>
      setTallMan(tallMan, _id),
    ),
    setting('keys', 'keys', [text.keys, text.keysToo], () => showOver({ what: 'keys' }), 'keys'),
  ]
}

const helpTopics = (): PaletteEntry[] =>
  TOPICS.map((topic) => ({
    key: `help/${topic}`,
    group: 'help',
    name: helpText.topics[topic].title,
    also: `${text.helpToo} ${helpText.topics[topic].about.toLowerCase()}`,
    icon: 'help',
    byBeginnings: true,
    choose: ({ go }) => go(paths.helpTopic(topic)),
  }))

/**
 * All that this person may do or open, known without reading anything. `here`: the path of the screen; `people`: who else uses this
 * tablet.
 */
export const palettePlaces = (
  user: Profile,
  here: string,
  people: readonly NamedPerson[] = [],
): PaletteEntry[] => [
  ...paletteActs(user, here),
  ...screensOf(user, here),
  ...settingsOf(user, people),
  ...helpTopics(),
]
