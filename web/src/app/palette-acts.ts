import { matchPath } from 'react-router-dom'
import { mayCreate } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import { askingAct, type ScreenAct } from '../asked-act.ts'
import { askingNew } from '../data/drafts/asked-form.ts'
import type { IconName, PaletteEntry } from '../features/palette/palette-entry.ts'
import { forSpecies, paths, type Species } from '../paths.ts'
import { actOfScreen } from '../records/use-screen-acts.ts'
import { readSingleKeys, type DeskKey } from '../ui/desk-keys.ts'
import { keySign } from '../ui/key-list.tsx'
import { onceGone } from './acts-here.ts'
import { actsText as text } from './palette-acts-text.ts'
import { placeTitle, ROUTES } from './route-table.ts'
import { whereTo } from './where-to.ts'

/** An act of a screen, and where it is: `here` is offered on that screen alone, and only while it can be done. */
type ActAt = readonly [act: ScreenAct, path: string, icon: IconName, only?: 'here']

const ON_DAY: readonly ActAt[] = [
  ['weigh', paths.day, 'weigh'],
  ['paste', paths.day, 'paste'],
  ['add patient', paths.day, 'add'],
  ['labels', paths.day, 'labels'],
  ['drugs needed', paths.day, 'scale'],
  ['set for many', paths.day, 'protocol'],
]

const OF_OFFICE: readonly ActAt[] = [
  ['full draw', paths.newBalanceSheet, 'syringe', 'here'],
  ['partial draw', paths.newBalanceSheet, 'syringe', 'here'],
  ['add balance', paths.newBalanceSheet, 'add', 'here'],
  ['edit balance', paths.newBalanceSheet, 'scale', 'here'],
  ['blanks', paths.newBalanceSheet, 'labels', 'here'],
  ['chart', paths.controlledSubstances, 'chart'],
  ['add user', paths.organization, 'person'],
  ['export all data', paths.organization, 'download'],
]

const ADDS = {
  draws: [paths.singleDraws, 'syringe'],
  drugs: [paths.drugs, 'pill'],
  fluids: [paths.drugs, 'calculator'],
  anesthesia_protocols: [paths.anesthesia, 'protocol'],
  emergency_protocols: [paths.emergency, 'protocol'],
  procedures: [paths.procedures, 'protocol'],
  injections: [paths.injections, 'syringe'],
} as const

/** The screen of an address: whether this person may open it, and what it is called. */
function screenAt(path: string, user: Profile): { may: boolean; title: string } {
  for (const entry of ROUTES) {
    const species = matchPath(entry.pattern, path)?.params['species']
    if (matchPath(entry.pattern, path) === null) continue
    return {
      may: whereTo({ access: entry.access, species }, { user }) === 'stay',
      title: placeTitle(entry, species),
    }
  }
  return { may: false, title: '' }
}

/** The acts of a screen: on it those that can be done now, and from elsewhere all. */
function actsAt(acts: readonly ActAt[], user: Profile, here: string): PaletteEntry[] {
  return acts.flatMap(([act, path, icon, only]): PaletteEntry[] => {
    const { may, title } = screenAt(path, user)
    const isHere = path === here
    if (!may || (isHere ? actOfScreen(act) === undefined : only === 'here')) return []
    return [
      {
        key: `act/${act}`,
        group: isHere ? 'here' : 'actions',
        name: text.acts[act],
        also: `${text.actsToo[act] ?? ''} ${title.toLowerCase()}`,
        icon,
        byBeginnings: true,
        ...(!isHere && { aside: title }),
        choose: ({ go }) => (isHere ? onceGone(() => actOfScreen(act)?.()) : go(path, askingAct(act))),
      },
    ]
  })
}

/** The forms of new records of the library, and of single draws. */
function additions(user: Profile, here: string): PaletteEntry[] {
  const actor = { user_id: user._id, perms: user.org_perms }
  return (Object.keys(ADDS) as (keyof typeof ADDS)[]).flatMap((collection) =>
    ([0, 1] as const).flatMap((species: Species): PaletteEntry[] => {
      const [pathOf, icon] = ADDS[collection]
      const path = pathOf(species)
      const { may, title } = screenAt(path, user)
      if (!may || !mayCreate(actor, collection)) return []
      return [
        {
          key: `add/${collection}/${species}`,
          group: path === here ? 'here' : 'actions',
          name: text.adds[collection](text.species[species]),
          also: `${text.addsToo} ${text.speciesToo[species]} ${title.toLowerCase()}`,
          icon,
          byBeginnings: true,
          choose: ({ go }) => go(path, askingNew(collection)),
        },
      ]
    }),
  )
}

/** The key that does the same, of those who have single keys. */
export const signOf = (key: DeskKey | undefined, { _id }: Profile): Pick<PaletteEntry, 'keys'> =>
  key === undefined || readSingleKeys(_id) === 'off' ? {} : { keys: keySign(key) }

/** What is begun by opening its screen. */
function beginnings(user: Profile, here: string): PaletteEntry[] {
  const begin = (path: string, name: string, more: Partial<PaletteEntry>): PaletteEntry[] =>
    path !== here && screenAt(path, user).may
      ? [
          {
            key: `screen/${path}`,
            group: here === paths.controlledSubstances && path === paths.newBalanceSheet ? 'here' : 'actions',
            name,
            byBeginnings: true,
            choose: ({ go }) => go(path),
            ...more,
          },
        ]
      : []
  const sheetFor = (species: Species) =>
    begin(paths.newSheet, text.newSheetFor[species], {
      key: `new sheet/${species}`,
      also: `${text.newSheetForToo} ${text.species[species].toLowerCase()}`,
      icon: 'sheet',
      choose: ({ go }) => go(paths.newSheet, forSpecies(species)),
    })
  return [
    ...begin(paths.newSheet, text.newSheet, {
      also: text.newSheetToo,
      icon: 'sheet',
      ...signOf('newSheet', user),
    }),
    ...begin(paths.emergencyNow, text.emergency, { also: text.emergencyToo, icon: 'emergency' }),
    ...begin(paths.newBalanceSheet, text.newBalance, { also: text.newBalanceToo, icon: 'scale' }),
    ...sheetFor(0),
    ...sheetFor(1),
  ]
}

/** The screens that `paletteActs` names as what is begun there. */
export const BEGUN: ReadonlySet<string> = new Set([paths.newSheet, paths.emergencyNow, paths.newBalanceSheet])

/** All that this person may begin, from wherever they are. `here`: the path of the screen. */
export function paletteActs(user: Profile, here: string): PaletteEntry[] {
  const drugsAt = here === paths.drugs(1) ? here : paths.drugs(0)
  const [sheet, ...others] = beginnings(user, here)
  return [
    ...(sheet === undefined ? [] : [sheet]),
    ...actsAt(ON_DAY, user, here),
    ...others,
    ...additions(user, here),
    ...actsAt(
      [
        ['import drugs', drugsAt, 'upload'],
        ['export drugs', drugsAt, 'download'],
      ],
      user,
      here,
    ),
    ...actsAt(OF_OFFICE, user, here),
  ]
}
