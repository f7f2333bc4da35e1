import type { Profile } from 'sync-protocol/wire/accounts'
import type { PaletteEntry } from '../features/palette/palette-entry.ts'
import { SPECIES_WORDS } from '../paths.ts'
import { setTheme } from '../ui/theme.ts'
import { showOver } from './desk.ts'
import { placeTitle, ROUTES, type RouteEntry } from './route-table.ts'
import { placesText as text } from './palette-places-text.ts'
import { whereTo } from './where-to.ts'

const OF_SPECIES = '/:species'

/** The addresses that a pattern stands for, without what is only reached by a link. */
function addresses({ pattern }: RouteEntry): { path: string; species?: string }[] {
  if (pattern.endsWith(OF_SPECIES))
    return SPECIES_WORDS.map((species) => ({ path: pattern.replace(':species', species), species }))
  return [{ path: pattern.replace(/\/:\w+\?$/, '') }]
}

const screensOf = (user: Profile): PaletteEntry[] =>
  ROUTES.filter(({ access }) => typeof access === 'object').flatMap((entry) =>
    addresses(entry).flatMap(({ path, species }): PaletteEntry[] =>
      whereTo({ access: entry.access, species }, { user }) === 'stay'
        ? [
            {
              key: `screen/${path}`,
              group: 'screens',
              name: placeTitle(entry, species),
              also: text.also[entry.name] ?? '',
              choose: ({ go }) => go(path),
            },
          ]
        : [],
    ),
  )

function actionsOf({ _id }: Profile): PaletteEntry[] {
  const action = (key: string, name: string, also: string, act: () => void): PaletteEntry => ({
    key: `action/${key}`,
    group: 'actions',
    name,
    also,
    choose: act,
  })
  return [
    action('keys', text.keys, text.keysToo, () => showOver({ what: 'keys' })),
    ...(['light', 'dark', 'system'] as const).map((theme) =>
      action(theme, text.themes[theme], text.themesToo, () => setTheme(theme, _id)),
    ),
    action('log out', text.logOut, text.logOutToo, () => showOver({ what: 'log out' })),
  ]
}

/** The screens that this person may open, and what can be done from everywhere. */
export const palettePlaces = (user: Profile): PaletteEntry[] => [...actionsOf(user), ...screensOf(user)]
