import { EVERY, goHome, press, type Scene } from '../scene.ts'

export const homeScenes: Scene[] = [
  { screen: 'Home', name: 'home', data: EVERY, open: goHome },
  {
    screen: 'Home',
    name: 'libraries',
    data: ['realistic'],
    open: async (here) => {
      await goHome(here)
      await press(here.page, /^Add Drugs, Protocols/)
      await here.page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'Home',
    name: 'species',
    data: ['realistic'],
    open: async (here) => {
      await goHome(here)
      await press(here.page, /^View Saved Patients/)
      await here.page.getByRole('dialog').waitFor()
    },
  },
  ...['', 'bel', 'ke'].map((typed): Scene => ({
    screen: 'Home',
    name: typed === '' ? 'search' : `search ${typed}`,
    data: ['realistic'],
    open: async (here) => {
      await goHome(here)
      await press(here.page, /^Search patients/)
      await here.page.getByRole('combobox').fill(typed)
      await here.page.getByRole('option').first().waitFor()
    },
  })),
  {
    screen: 'Home',
    name: 'keys',
    data: ['realistic'],
    open: async (here) => {
      await goHome(here)
      await here.page.keyboard.press('?')
      await here.page.getByRole('dialog').waitFor()
    },
  },
]
