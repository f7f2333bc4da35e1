/** Packages that change seldom: a new version of the app leaves this chunk as it is. */
const vendor =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom|dexie|dexie-react-hooks|zustand)[\\/]/
/** What names the other scripts of the first load, and is not named by them. */
const entry = /[\\/]main\.tsx$|\.html/
const dialogs =
  /[\\/]ui[\\/](?:modal-dialog|question-dialog|reason-question-dialog|popover-panel|menu-panel)\.tsx$/

/** Shared chunks below so many bytes are joined with a like one; `build.mjs` says which size works. */
const joinedBelow = Number(process.env['JOINED_BELOW'] ?? 0)

/**
 * What stands before a screen comes in few files: each costs the start of a slow tablet some 15 ms of its main thread, whatever
 * its size. A group takes what its modules import with it, unless a group before has that.
 */
export const chunkGroups = [
  { name: 'vendor', test: vendor, priority: 6 },
  { name: 'shell', tags: ['$initial' as const], test: (id: string) => !entry.test(id), priority: 5 },
  { name: 'home', test: /[\\/]app[\\/]home-route\.tsx$/, priority: 4 },
  { name: 'records', test: /[\\/]src[\\/]data[\\/]outbox[\\/]save\.ts$/, priority: 3 },
  { name: 'dialogs', test: dialogs, priority: 2 },
  {
    name: 'lists',
    test: /[\\/](?:ui[\\/](?:record-list|picker|picker-row)|records[\\/]list-screen)\.tsx$/,
    priority: 1,
  },
  { name: 'sheet', test: /[\\/]new-sheet[\\/]sheet-(?:desk|at-hand)\.ts$/, priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: joinedBelow },
]

/** A shared chunk is called after all who share it; its files' names are short. */
const short = (name: string) => name.replace(/~.*/, '')
export const chunkFile = ({ name }: { name: string }) => `assets/${short(name)}-[hash].js`
export const assetFile = ({ names: [name = '[name]'] }: { names: string[] }) =>
  `assets/${short(name.replace(/\.[^.]*$/, ''))}-[hash][extname]`
